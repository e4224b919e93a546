export interface TokenFieldProps {
  name: string;
  value: string;
  /** The contrast of a text colour with its background. */
  contrast?: number | undefined;
  onValueChange: (value: string) => void;
}

const lengths: Record<string, { min: number; max: number; step: number }> = {
  '--tillkit-radius': { min: 0, max: 1.5, step: 0.0625 },
  '--tillkit-spacing': { min: 0.15, max: 0.4, step: 0.01 },
};

export function TokenField({ name, value, contrast, onValueChange }: TokenFieldProps) {
  const length = lengths[name];
  return (
    <label className="playground-field">
      <code>{name.replace('--tillkit-', '')}</code>
      {value.startsWith('#') ? (
        <input type="color" value={value} onChange={({ target }) => onValueChange(target.value)} />
      ) : length ? (
        <input
          type="range"
          {...length}
          value={Number.parseFloat(value)}
          onChange={({ target }) => onValueChange(`${target.value}em`)}
        />
      ) : (
        <input type="text" value={value} onChange={({ target }) => onValueChange(target.value)} />
      )}
      <output>
        {length ? value : contrast && `${contrast.toFixed(1)}:1${contrast < 4.5 ? ', too little' : ''}`}
      </output>
    </label>
  );
}
