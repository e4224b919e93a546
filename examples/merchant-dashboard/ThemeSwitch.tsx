import { Icon } from './Icon.tsx';
import { useShop } from './shop.ts';
import { themes, useTheme } from './useTheme.ts';

export function ThemeSwitch() {
  const { words } = useShop();
  const { theme, choose } = useTheme();
  return (
    <fieldset className="theme">
      <legend>{words.theme}</legend>
      {themes.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            checked={name === theme}
            onChange={() => choose(name)}
          />
          <Icon name={name} />
          {words[name]}
        </label>
      ))}
    </fieldset>
  );
}
