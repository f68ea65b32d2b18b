import { IconMeasureLength, IconScrollSlices, type IconShape, IconWindowLevel, IconZoomIn } from '@phr/ui/icons';

/** The tools of the viewer; "reset view" is an action beside them. */
export type Tool = 'zoomPan' | 'windowLevel' | 'draw' | 'scroll';

export const TOOLS: readonly { readonly tool: Tool; readonly icon: IconShape }[] = [
  { tool: 'zoomPan', icon: IconZoomIn },
  { tool: 'windowLevel', icon: IconWindowLevel },
  { tool: 'draw', icon: IconMeasureLength },
  { tool: 'scroll', icon: IconScrollSlices },
];

/** How long the hint of a tool stays, in milliseconds. */
export const HINT_MS = 3000;

/** One press of a button or key. */
export const STEP = {
  /** CSS pixels. */
  pan: 40,
  /** Share of the range of values. */
  window: 0.05,
} as const;

/** What a key does; nothing when a modifier other than Shift is held. */
export const KEYS: Readonly<Record<string, Command>> = {
  '+': { do: 'zoom', by: 1 },
  '=': { do: 'zoom', by: 1 },
  '-': { do: 'zoom', by: -1 },
  _: { do: 'zoom', by: -1 },
  ArrowLeft: { do: 'pan', x: 1, y: 0 },
  ArrowRight: { do: 'pan', x: -1, y: 0 },
  ArrowUp: { do: 'pan', x: 0, y: 1 },
  ArrowDown: { do: 'pan', x: 0, y: -1 },
  '[': { do: 'slice', by: -1 },
  ']': { do: 'slice', by: 1 },
  w: { do: 'tool', tool: 'windowLevel' },
  r: { do: 'tool', tool: 'draw' },
  0: { do: 'reset' },
  '?': { do: 'help' },
};

export type Command =
  | { readonly do: 'zoom' | 'slice'; readonly by: 1 | -1 }
  | { readonly do: 'pan'; readonly x: number; readonly y: number }
  | { readonly do: 'tool'; readonly tool: Tool }
  | { readonly do: 'reset' | 'help' };

export function commandOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): Command | undefined {
  return ctrlKey || metaKey || altKey ? undefined : KEYS[key.length === 1 ? key.toLowerCase() : key];
}
