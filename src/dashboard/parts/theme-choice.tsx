import { type Theme, theme } from '../theme.ts';
import { Segments } from './field.tsx';

/** Light, dark, or as the system has it. */
export function ThemeChoice() {
  return (
    <Segments<Theme>
      label="Colours"
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
