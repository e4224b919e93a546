import { Icon } from './Icon.tsx';
import { LanguageSwitch, type LanguageSwitchProps } from './LanguageSwitch.tsx';
import { useShop } from './shop.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** Language and theme. The browser opens the menu, and closes it on Escape or a press outside. */
export function Menu(props: LanguageSwitchProps) {
  const { words } = useShop();
  return (
    <div className="menu">
      <button type="button" popoverTarget="menu" aria-label={words.settings} title={words.settings}>
        <Icon name="settings" />
      </button>
      <fieldset id="menu" popover="auto" aria-label={words.settings} className="menu-panel">
        <LanguageSwitch {...props} />
        <ThemeSwitch />
      </fieldset>
    </div>
  );
}
