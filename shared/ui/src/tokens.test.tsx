import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  COLORS,
  LEVEL_COLORS,
  LEVELS,
  TYPE,
  colorProperties,
  levelProperty,
  shapeProperties,
  wideTypeProperties,
  type ColorMode,
  type ColorName,
} from './tokens.tsx';

const css = readFileSync(path.resolve('shared/ui/src/base.css'), 'utf8');
const modes: readonly ColorMode[] = ['light', 'dark'];

/** Relative luminance and contrast as defined by WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: string, two: string): number {
  const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Custom properties of the n-th rule that has exactly this selector list. */
function propertiesOf(selector: string, occurrence = 0): Record<string, string> {
  const flat = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const rules = [...flat.matchAll(/([^{};]+)\{([^{}]*)\}/g)].filter(
    (rule) => (rule[1] ?? '').replace(/\s+/g, ' ').trim() === selector,
  );
  const body = rules[occurrence]?.[2] ?? '';
  return Object.fromEntries(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

const grounds: readonly ColorName[] = ['bg', 'surface', 'surface-2'];
const onGrounds = (names: readonly ColorName[]): [ColorName, ColorName][] =>
  names.flatMap((name) => grounds.map((ground): [ColorName, ColorName] => [name, ground]));

const texts: readonly [ColorName, ColorName][] = [
  ...onGrounds(['text', 'text-muted', 'brand', 'link', 'danger']),
  ['text', 'brand-tint'],
  ['brand', 'brand-tint'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-danger', 'danger'],
  ['text', 'info-tint'],
  ['text', 'success-tint'],
  ['text', 'warning-tint'],
  ['text', 'danger-tint'],
  ['info', 'info-tint'],
  ['success', 'success-tint'],
  ['warning', 'warning-tint'],
  ['danger', 'danger-tint'],
  ['info', 'surface'],
  ['success', 'surface'],
  ['warning', 'surface'],
  ['warning', 'bg'],
];
/** Colours of subjects. */
const FAMILIES = (Object.keys(COLORS) as ColorName[]).filter((name) => name.startsWith('family-'));

const graphics: readonly [ColorName, ColorName][] = [
  ...onGrounds(['border-strong', 'brand', 'series-1', 'series-2', 'reference']),
  ...onGrounds(FAMILIES),
  ['focus-in', 'focus-out'],
];

describe.each(modes)('[UX-39] %s', (mode) => {
  test.each(texts)('%s on %s can be read: at least 4.5', (name, ground) => {
    expect(contrast(COLORS[name][mode], COLORS[ground][mode])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(graphics)('%s on %s can be seen: at least 3', (name, ground) => {
    expect(contrast(COLORS[name][mode], COLORS[ground][mode])).toBeGreaterThanOrEqual(3);
  });

  test.each(LEVELS)('level %s: words on their tint at least 4.5, mark on the surface at least 3', (level) => {
    const { text, tint, mark } = LEVEL_COLORS[level];
    expect(contrast(text[mode], tint[mode])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(mark[mode], COLORS.surface[mode])).toBeGreaterThanOrEqual(3);
  });

  test('one of the two ring colours stands out on any ground', () => {
    for (const color of Object.values(COLORS)) {
      const best = Math.max(
        contrast(COLORS['focus-in'][mode], color[mode]),
        contrast(COLORS['focus-out'][mode], color[mode]),
      );
      expect(best).toBeGreaterThanOrEqual(3);
    }
  });
});

test('base.css carries exactly the tokens', () => {
  expect(propertiesOf(':root, :host')).toEqual(shapeProperties());
  expect(propertiesOf(':root')).toEqual(wideTypeProperties());
  expect(propertiesOf(":root, :host, [data-color-mode='light']")).toEqual(colorProperties('light'));
  expect(propertiesOf("[data-color-mode='dark'], :host([data-color-mode='dark'])")).toEqual(colorProperties('dark'));
});

test('a part names its family, and base.css gives it the colour of that family', () => {
  expect(FAMILIES.length).toBe(6);
  for (const name of FAMILIES)
    expect(propertiesOf(`[data-family='${name.slice('family-'.length)}']`)).toEqual({
      '--c-family': `var(--c-${name})`,
    });
});

test('a level has a property of its own in CSS', () => {
  expect(levelProperty('veryMild', 'mark')).toBe('--c-level-very-mild-mark');
  expect(colorProperties('light')['--c-level-very-mild-mark']).toBe('#ae8400');
});

test('[UX-40] no text style clips stacked marks, apart from lines of digits', () => {
  for (const [name, style] of Object.entries(TYPE))
    if (!name.startsWith('value-')) expect(style.line).toBeGreaterThanOrEqual(1.35);
});

test('component sheets take their colours from tokens only', async () => {
  const { readdirSync } = await import('node:fs');
  const dir = path.resolve('shared/ui/src');
  for (const file of readdirSync(dir).filter((name) => name.endsWith('.module.css'))) {
    const sheet = readFileSync(path.join(dir, file), 'utf8')
      .replace(/@media print \{[\s\S]*$/, '')
      .replace(/::backdrop \{[^}]*\}/, '');
    expect({ file, found: sheet.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/gi) }).toEqual({ file, found: null });
  }
});
