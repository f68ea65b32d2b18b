import type { PitchLoaderDefinitionFunction } from 'webpack';
import { packageNameOf } from './package-name.ts';
import { onPixelBase } from './pixel-base.ts';

interface Options {
  readonly registry: string;
  /** Whether the sheets may come to stand on somebody else's page. */
  readonly onForeignPages: boolean;
}

/**
 * The product's way with styles: css-loader behind this loader runs at build time; what stays in the bundle is the sheet's text, registered
 * on a base of its own for `rem`, under its package's name and adopted where that package is mounted (see @phr/ui/sheets), and the names of its classes.
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
  // Never reached: the pitch above answers.
}

function partsOf(built: unknown): { text: string; names: Record<string, unknown> } {
  if (typeof built !== 'object' || built === null || !('default' in built) || typeof built.default !== 'string')
    throw new Error('css-loader gave no text');
  const { default: text, ...names } = built;
  return { text, names };
}

/** Without comments, line breaks and indents; what stands in quotes keeps its blanks. */
export function compact(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\/|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\s+/g, (_all, quoted?: string) => quoted ?? ' ')
    .trim();
}
