import { type ReactNode, useState } from 'react';
import { contrast } from './contrast.ts';
import { TokenField } from './TokenField.tsx';
import { darkTokens, lightTokens, ruleOf, type Tokens } from './tokens.ts';
import './playground.css';

const words = ['foreground', 'success', 'danger', 'attention'].map((name) => `--tillkit-${name}`);

/** The contrast of a text colour with its background; undefined for other tokens. */
function contrastIn(tokens: Tokens, name: string): number | undefined {
  const ground = words.includes(name)
    ? tokens['--tillkit-background']
    : name === '--tillkit-accent-foreground' && tokens['--tillkit-accent'];
  const colour = tokens[name];
  return ground && colour ? contrast(colour, ground) : undefined;
}

/** Inputs for the ten tokens, beside the components that they restyle and the rule that a host would write. */
export function TokenPlayground({ children }: { children: ReactNode }) {
  const [own, setOwn] = useState(lightTokens);
  const [tokens, setTokens] = useState(lightTokens);
  const begin = (next: Tokens) => {
    setOwn(next);
    setTokens(next);
  };
  return (
    <div className="playground" data-theme={own === darkTokens ? 'dark' : 'light'} style={tokens}>
      <form className="playground-tokens" aria-label="Tokens">
        <div className="playground-begin">
          <button type="button" onClick={() => begin(lightTokens)}>
            Light
          </button>
          <button type="button" onClick={() => begin(darkTokens)}>
            Dark
          </button>
        </div>
        {Object.entries(tokens).map(([name, value]) => (
          <TokenField
            key={name}
            name={name}
            value={value}
            contrast={contrastIn(tokens, name)}
            onValueChange={(next) => setTokens({ ...tokens, [name]: next })}
          />
        ))}
        <pre aria-label="Rule" dir="ltr">
          {ruleOf(tokens, own)}
        </pre>
      </form>
      <div className="playground-stage">{children}</div>
    </div>
  );
}
