/**
 * Design tokens: the single source of colours, sizes and durations. `base.css` has the same values as custom
 * properties; a test compares them and recomputes every contrast ratio.
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
  bg: pair('#f4f7f8', '#0f1518'),
  surface: pair('#ffffff', '#182125'),
  'surface-2': pair('#eef2f4', '#232e33'),
  border: pair('#d3dbdf', '#37464d'),
  'border-strong': pair('#6b7b83', '#85979f'),
  text: pair('#14222a', '#e9eff1'),
  'text-muted': pair('#4a5b64', '#b0bec4'),
  brand: pair('#00666d', '#5ccbd0'),
  'brand-hover': pair('#00535a', '#83dde1'),
  'on-brand': pair('#ffffff', '#00282a'),
  'brand-tint': pair('#dcf0f1', '#0e383b'),
  link: pair('#0058a3', '#8cc2ff'),
  info: pair('#0b5cad', '#8cc2ff'),
  'info-tint': pair('#e4effb', '#12304f'),
  success: pair('#0a7044', '#74d3a3'),
  'success-tint': pair('#e0f3e9', '#11372a'),
  warning: pair('#7a4f00', '#f5c451'),
  'warning-tint': pair('#fff2d1', '#3d2e08'),
  danger: pair('#b0101e', '#ff8a8a'),
  'danger-tint': pair('#fde7e7', '#4a171b'),
  'on-danger': pair('#ffffff', '#2b0608'),
  'focus-in': pair('#ffd33d', '#ffd33d'),
  'focus-out': pair('#14222a', '#0f1518'),
  'series-1': pair('#007a82', '#8cebec'),
  'series-2': pair('#6a2c91', '#b57bff'),
  reference: pair('#6b7b83', '#94a3ab'),
  // subject colours, for edges and icon backgrounds: never for text, and never a risk
  'family-heart': pair('#b4235a', '#ff9ebb'),
  'family-sugar': pair('#8a5a00', '#e8b95a'),
  'family-breath': pair('#0058a3', '#8cc2ff'),
  'family-body': pair('#3f6b2a', '#a3d08c'),
  'family-medicine': pair('#6a2c91', '#c9a0ff'),
  'family-record': pair('#00666d', '#5ccbd0'),
} as const satisfies Record<string, Pair>;
export type ColorName = keyof typeof COLORS;

/** Colours of a risk level: the mark (icon, chart point) and text on its tint. */
export interface LevelColors {
  readonly mark: Pair;
  readonly text: Pair;
  readonly tint: Pair;
}

export const LEVEL_COLORS: Readonly<Record<Level, LevelColors>> = {
  target: { mark: pair('#0f8a5f', '#6cc79b'), text: pair('#0a6b48', '#8addb4'), tint: pair('#dff3ea', '#12362a') },
  veryMild: { mark: pair('#ae8400', '#fce477'), text: pair('#6f5200', '#fbe27a'), tint: pair('#fff4cf', '#3a3208') },
  mild: { mark: pair('#a65a08', '#f79710'), text: pair('#8f4300', '#ffb454'), tint: pair('#ffe9d3', '#432a08') },
  dangerous: { mark: pair('#a30724', '#f4525a'), text: pair('#a30d1b', '#ff8e92'), tint: pair('#fde3e3', '#4a161a') },
  veryDangerous: {
    mark: pair('#4e1626', '#f9aecb'),
    text: pair('#ffffff', '#2b0613'),
    tint: pair('#6b1228', '#f9aecb'),
  },
};

/** A text style: size in rem (narrow, and from 768 px), weight and line height. */
export interface TypeStyle {
  readonly size: string;
  readonly wide: string;
  readonly weight: number;
  readonly line: number;
}

type TypeName = 'value-xxl' | 'value-l' | 'h1' | 'h2' | 'h3' | 'body' | 'label' | 'small';

export const TYPE: Readonly<Record<TypeName, TypeStyle>> = {
  'value-xxl': { size: '3rem', wide: '3.5rem', weight: 650, line: 1.2 },
  'value-l': { size: '1.75rem', wide: '2rem', weight: 650, line: 1.25 },
  h1: { size: '1.5rem', wide: '1.875rem', weight: 700, line: 1.35 },
  h2: { size: '1.125rem', wide: '1.25rem', weight: 650, line: 1.4 },
  h3: { size: '1.0625rem', wide: '1.125rem', weight: 650, line: 1.4 },
  body: { size: '1rem', wide: '1.0625rem', weight: 400, line: 1.55 },
  label: { size: '0.9375rem', wide: '0.9375rem', weight: 600, line: 1.5 },
  small: { size: '0.875rem', wide: '0.875rem', weight: 400, line: 1.5 },
};

/** Space in px; `--space-<n>`. */
export const SPACE = [4, 8, 12, 16, 24, 32, 48, 64] as const;

/** Shapes, shadows, durations and control sizes, by property name. Values that differ per mode are pairs. */
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
  'font-family': "'Noto Sans Variable', 'Noto Sans Stand-in', system-ui, 'Segoe UI', Roboto, sans-serif",
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

/** Custom properties independent of the mode; type sizes of a narrow page. */
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
