import { useShop } from './shop.ts';
import { troubles, useTrouble } from './useTrouble.ts';

/** Makes the next payment fail in a chosen way. */
export function Troubles() {
  const { words } = useShop();
  const { trouble, choose } = useTrouble();
  return (
    <section className="troubles" aria-labelledby="troubles">
      <h2 id="troubles" className="small-title">
        {words.tryWrong}
      </h2>
      <ul className="chips">
        {troubles.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === trouble}
              onClick={() => void choose(name === trouble ? 'none' : name)}
            >
              {words[name]}
            </button>
          </li>
        ))}
      </ul>
      <output className="quiet" aria-live={trouble === 'none' ? 'off' : 'polite'}>
        {trouble === 'none' ? words.tryHelp : words[`${trouble}Next`]}
      </output>
    </section>
  );
}
