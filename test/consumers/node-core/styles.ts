// Only type-checked: no type of this host knows CSS files.
import 'tillkit/styles.css';
import 'tillkit/styles/tokens.css';
import 'tillkit/styles/dark.css';
import 'tillkit/styles/material.css';
import 'tillkit/styles/shadcn.css';
import 'tillkit/styles/ant.css';
