import type { PitchLoaderDefinitionFunction } from 'webpack';

interface Options { readonly owner: string; readonly registry: string }

/**
 * Turns the string export of css-loader into the product's way with styles: the text is registered under its package's name
 * and adopted where that package is mounted (see @phr/ui/sheets). Pitches in front of css-loader, so it has nothing to transform.
 */
export const pitch: PitchLoaderDefinitionFunction<Options> = function pitch(request) {
  const { owner, registry } = this.getOptions();
  const inner = JSON.stringify(this.utils.contextify(this.context, `!!${request}`));
  return [
    `import { registerSheet } from ${JSON.stringify(registry)};`,
    `import text, * as names from ${inner};`,
    `registerSheet(${JSON.stringify(owner)}, text);`,
    'export default names;',
  ].join('\n');
};

export default function sheetLoader(): void {
  // Never reached: the pitch above answers.
}
