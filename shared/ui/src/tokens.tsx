/**
 * The design tokens: the one place where a colour, a size or a duration of the product is decided. `base.css` carries the same values as
 * custom properties; a test compares both and recomputes every contrast ratio.
 */
export type ColorMode = 'light' | 'dark';

/** The five risk levels, from on target to most serious. */
export const LEVELS = ['target', 'veryMild', 'mild', 'dangerous', 'veryDangerous'] as const;
export type Level = (typeof LEVELS)[number];

/** One colour in both modes. */
export interface Pair {
  readonly light: string;
  readonly dark: string;
}

const pair = (light: string, dark: string): Pair => ({ light, dark });

/** Colours, by the name after `--c-`. */
export const COLORS = {
  bg: pair('#F4F7F8', '#0F1518'),
  surface: pair('#FFFFFF', '#182125'),
  'surface-2': pair('#EEF2F4', '#232E33'),
  border: pair('#D3DBDF', '#37464D'),
  'border-strong': pair('#6B7B83', '#85979F'),
  text: pair('#14222A', '#E9EFF1'),
  'text-muted': pair('#4A5B64', '#B0BEC4'),
  brand: pair('#00666D', '#5CCBD0'),
  'brand-hover': pair('#00535A', '#83DDE1'),
  'on-brand': pair('#FFFFFF', '#00282A'),
  'brand-tint': pair('#DCF0F1', '#0E383B'),
  link: pair('#0058A3', '#8CC2FF'),
  info: pair('#0B5CAD', '#8CC2FF'),
  'info-tint': pair('#E4EFFB', '#12304F'),
  success: pair('#0A7044', '#74D3A3'),
  'success-tint': pair('#E0F3E9', '#11372A'),
  warning: pair('#7A4F00', '#F5C451'),
  'warning-tint': pair('#FFF2D1', '#3D2E08'),
  danger: pair('#B0101E', '#FF8A8A'),
  'danger-tint': pair('#FDE7E7', '#4A171B'),
  'on-danger': pair('#FFFFFF', '#2B0608'),
  'focus-in': pair('#FFD33D', '#FFD33D'),
  'focus-out': pair('#14222A', '#0F1518'),
  'series-1': pair('#007A82', '#8CEBEC'),
  'series-2': pair('#6A2C91', '#B57BFF'),
  reference: pair('#6B7B83', '#94A3AB'),
} as const satisfies Record<string, Pair>;
export type ColorName = keyof typeof COLORS;

/** Colours of a risk level: the mark (icon, chart point) and the words on their tint. */
export interface LevelColors {
  readonly mark: Pair;
  readonly text: Pair;
  readonly tint: Pair;
}

export const LEVEL_COLORS: Readonly<Record<Level, LevelColors>> = {
  target: { mark: pair('#0F8A5F', '#6CC79B'), text: pair('#0A6B48', '#8ADDB4'), tint: pair('#DFF3EA', '#12362A') },
  veryMild: { mark: pair('#AE8400', '#FCE477'), text: pair('#6F5200', '#FBE27A'), tint: pair('#FFF4CF', '#3A3208') },
  mild: { mark: pair('#A65A08', '#F79710'), text: pair('#8F4300', '#FFB454'), tint: pair('#FFE9D3', '#432A08') },
  dangerous: { mark: pair('#A30724', '#F4525A'), text: pair('#A30D1B', '#FF8E92'), tint: pair('#FDE3E3', '#4A161A') },
  veryDangerous: {
    mark: pair('#4E1626', '#F9AECB'),
    text: pair('#FFFFFF', '#2B0613'),
    tint: pair('#6B1228', '#F9AECB'),
  },
};

/** A text style: size in rem, narrow and from 768 px on, weight and line height. */
export interface TypeStyle {
  readonly size: string;
  readonly wide: string;
  readonly weight: number;
  readonly line: number;
}

export const TYPE: Readonly<Record<'value-xl' | 'h1' | 'h2' | 'h3' | 'body' | 'label' | 'small', TypeStyle>> = {
  'value-xl': { size: '2.5rem', wide: '3rem', weight: 650, line: 1.25 },
  h1: { size: '1.625rem', wide: '2rem', weight: 700, line: 1.35 },
  h2: { size: '1.25rem', wide: '1.5rem', weight: 650, line: 1.4 },
  h3: { size: '1.125rem', wide: '1.125rem', weight: 650, line: 1.4 },
  body: { size: '1rem', wide: '1.0625rem', weight: 400, line: 1.55 },
  label: { size: '0.9375rem', wide: '0.9375rem', weight: 600, line: 1.5 },
  small: { size: '0.875rem', wide: '0.875rem', weight: 400, line: 1.5 },
};

/** Space in px; `--space-<n>`. */
export const SPACE = [4, 8, 12, 16, 24, 32, 48, 64] as const;

/** Shapes, depths, durations and control sizes, by property name. Values that differ per mode are pairs. */
export const SHAPES = {
  'radius-control': '8px',
  'radius-card': '12px',
  'radius-full': '999px',
  'depth-1': '0 1px 3px rgb(0 0 0 / 0.12)',
  'depth-2': '0 8px 24px rgb(0 0 0 / 0.18)',
  'motion-state': '120ms',
  'motion-enter': '200ms',
  'control-height': '48px',
  'control-height-dense': '44px',
  'row-height': '56px',
  measure: '66ch',
  'font-family': "'Noto Sans Variable', system-ui, 'Segoe UI', Roboto, sans-serif",
} as const;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Custom property of a level's colour, e.g. `--c-level-very-mild-mark`. */
export function levelProperty(level: Level, part: keyof LevelColors): string {
  return `--c-level-${kebab(level)}-${part}`;
}

/** Custom properties of all colours in one mode. */
export function colorProperties(mode: ColorMode): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const [name, value] of Object.entries(COLORS)) properties[`--c-${name}`] = value[mode];
  for (const level of LEVELS) {
    const colors = LEVEL_COLORS[level];
    properties[levelProperty(level, 'mark')] = colors.mark[mode];
    properties[levelProperty(level, 'text')] = colors.text[mode];
    properties[levelProperty(level, 'tint')] = colors.tint[mode];
  }
  return properties;
}

/** Custom properties that do not depend on the mode; type sizes are those of a narrow page. */
export function shapeProperties(): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const [name, style] of Object.entries(TYPE)) {
    properties[`--type-${name}-size`] = style.size;
    properties[`--type-${name}-weight`] = String(style.weight);
    properties[`--type-${name}-line`] = String(style.line);
  }
  for (const px of SPACE) properties[`--space-${px}`] = `${px}px`;
  for (const [name, value] of Object.entries(SHAPES)) properties[`--${name}`] = value;
  return properties;
}

/** Type sizes from 768 px on. */
export function wideTypeProperties(): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const [name, style] of Object.entries(TYPE)) {
    if (style.wide !== style.size) properties[`--type-${name}-size`] = style.wide;
  }
  return properties;
}
