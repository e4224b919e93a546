import css from 'tillkit/styles/tokens.css?inline';

export type Tokens = Readonly<Record<string, string>>;

/** The basic tokens of the kit's rule for a selector, in its source or built CSS. */
function tokensOf(selector: RegExp): Tokens {
  const [, rule = ''] = new RegExp(`${selector.source}\\)\\s*\\{([^}]*)\\}`).exec(css) ?? [];
  const pairs = [...rule.matchAll(/(--tillkit-[a-z-]+):\s*([^;]+)/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, longHex(value)]));
}

/** A colour input takes `#rrggbb` only. */
const longHex = (value: string) => value.trim().replace(/^#([\da-f])([\da-f])([\da-f])$/i, '#$1$1$2$2$3$3');

export const lightTokens: Tokens = { ...tokensOf(/\[data-theme=['"]?light['"]?\]/), ...tokensOf(/\(:root/) };
export const darkTokens: Tokens = { ...lightTokens, ...tokensOf(/\[data-theme=['"]?dark['"]?\]/) };

/** The rule that a host writes: only the tokens that differ from the kit's. */
export function ruleOf(tokens: Tokens, own: Tokens): string {
  const lines = Object.entries(tokens)
    .filter(([name, value]) => value !== own[name])
    .map(([name, value]) => `  ${name}: ${value};`);
  return [':root {', ...lines, '}'].join('\n');
}
