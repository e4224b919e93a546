import 'tillkit/styles.css';
