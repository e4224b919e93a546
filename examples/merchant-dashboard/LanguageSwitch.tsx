import { languages, type LanguageTag, languageTags } from './languages.ts';
import { useShop } from './shop.ts';

export interface LanguageSwitchProps {
  language: LanguageTag;
  onChange: (language: LanguageTag) => void;
}

export function LanguageSwitch({ language, onChange }: LanguageSwitchProps) {
  const { words } = useShop();
  return (
    <label className="language">
      {words.language}
      <select
        className="select"
        value={language}
        onChange={({ currentTarget }) => onChange(currentTarget.value as LanguageTag)}
      >
        {languageTags.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {languages[tag].title}
          </option>
        ))}
      </select>
    </label>
  );
}
