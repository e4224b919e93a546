import css from 'tillkit/styles/tokens.css?inline';

export type Tokens = Readonly<Record<string, string>>;

/** The basic tokens in a rule of the kit's own style sheet. */
function tokensAfter(selector: string): Tokens {
  const rule = css.slice(css.indexOf(selector)).match(/\{([^}]*)\}/)?.[1] ?? '';
  const pairs = [...rule.matchAll(/(--tillkit-[a-z-]+):\s*([^;]+);/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, longHex(value)]));
}

/** As a colour input wants it. */
const longHex = (value: string) => value.trim().replace(/^#([\da-f])([\da-f])([\da-f])$/i, '#$1$1$2$2$3$3');

export const lightTokens = tokensAfter('[data-theme=');
export const darkTokens: Tokens = { ...lightTokens, ...tokensAfter("[data-theme='dark'])") };

/** The rule that a host writes for them: only what is not the kit's own. */
export function ruleOf(tokens: Tokens, own: Tokens): string {
  const lines = Object.entries(tokens)
    .filter(([name, value]) => value !== own[name])
    .map(([name, value]) => `  ${name}: ${value};`);
  return [':root {', ...lines, '}'].join('\n');
}
