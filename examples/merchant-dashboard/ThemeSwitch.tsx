import { Icon } from './Icon.tsx';
import { type Theme, themes, useTheme } from './useTheme.ts';

const titles: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' };

export function ThemeSwitch() {
  const { theme, choose } = useTheme();
  return (
    <fieldset className="theme">
      <legend className="visually-hidden">Theme</legend>
      {themes.map((name) => (
        <label key={name} title={titles[name]}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            checked={name === theme}
            onChange={() => choose(name)}
          />
          <Icon name={name} />
          <span className="visually-hidden">{titles[name]}</span>
        </label>
      ))}
    </fieldset>
  );
}
