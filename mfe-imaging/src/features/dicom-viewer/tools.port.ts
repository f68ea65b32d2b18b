import { IconMeasureLength, IconScrollSlices, type IconShape, IconWindowLevel, IconZoomIn } from '@phr/ui/icons';

/** Tools of the viewer; "reset view" is a separate action. */
export type Tool = 'zoomPan' | 'windowLevel' | 'draw' | 'scroll';

export const TOOLS: readonly { readonly tool: Tool; readonly icon: IconShape }[] = [
  { tool: 'zoomPan', icon: IconZoomIn },
  { tool: 'windowLevel', icon: IconWindowLevel },
  { tool: 'draw', icon: IconMeasureLength },
  { tool: 'scroll', icon: IconScrollSlices },
];

/** Duration of a tool's hint, in milliseconds. */
export const HINT_MS = 3000;

/** Step of one press of a button or key. */
export const STEP = {
  /** CSS pixels. */
  pan: 40,
  /** Share of the value range. */
  window: 0.05,
} as const;

/** Key commands; ignored with modifiers other than Shift. */
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
