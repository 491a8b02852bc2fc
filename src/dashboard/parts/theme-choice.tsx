import { type Theme, theme } from '../theme.ts';
import { Segments } from './field.tsx';

/** Selects the light, dark or system color scheme. */
export function ThemeChoice() {
  return (
    <Segments<Theme>
      label="Color scheme"
      value={theme.value}
      options={[
        ['system', 'Auto'],
        ['light', 'Light'],
        ['dark', 'Dark'],
      ]}
      onChange={chosen => {
        theme.value = chosen;
      }}
    />
  );
}
