import type { PitchLoaderDefinitionFunction } from 'webpack';
import { packageNameOf } from './package-name.ts';
import { onPixelBase } from './pixel-base.ts';

interface Options {
  readonly registry: string;
  /** Whether the sheets may be used on other pages. */
  readonly onForeignPages: boolean;
}

/**
 * Style loading: css-loader runs behind this loader at build time; the bundle contains only the sheet's text,
 * registered under its package's name with a configurable `rem` base and adopted where that package is mounted (see
 * @phr/ui/sheets), and the class names.
 */
export const pitch: PitchLoaderDefinitionFunction<Options> = async function pitch(request) {
  const { registry, onForeignPages } = this.getOptions();
  const built: unknown = await this.importModule(`${this.resourcePath}.webpack[javascript/auto]!=!!!${request}`);
  const { text, names } = partsOf(built);
  const owner = packageNameOf(this.resourcePath);
  const sheet = onForeignPages ? onPixelBase(compact(text)) : compact(text);
  return [
    `import { registerSheet } from ${JSON.stringify(registry)};`,
    `registerSheet(${JSON.stringify(owner)}, ${JSON.stringify(sheet)});`,
    `export default ${JSON.stringify(names)};`,
  ].join('\n');
};

export default function sheetLoader(): void {
  // never reached: pitch returns first
}

function partsOf(built: unknown): { text: string; names: Record<string, unknown> } {
  if (typeof built !== 'object' || built === null || !('default' in built) || typeof built.default !== 'string')
    throw new Error('css-loader gave no text');
  const { default: text, ...names } = built;
  return { text, names };
}

/** Strips comments, line breaks and indents; preserves quoted text. */
export function compact(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\/|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\s+/g, (_all, quoted?: string) => quoted ?? ' ')
    .trim();
}
