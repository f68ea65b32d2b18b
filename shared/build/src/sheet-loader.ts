import type { LoaderDefinitionFunction } from 'webpack';

/**
 * Turns the string export of css-loader into the product's way with styles: the text is registered under its package's name
 * and adopted where that package is mounted (see @phr/ui/sheets). Runs as a pitching loader in front of css-loader.
 */
const sheetLoader: LoaderDefinitionFunction<{ owner: string; registry: string }> = function sheetLoader() {
  return undefined;
};

sheetLoader.pitch = function pitch(this: ThisParameterType<typeof sheetLoader>, request) {
  const { owner, registry } = this.getOptions();
  const inner = JSON.stringify(this.utils.contextify(this.context, `!!${request}`));
  return [
    `import { registerSheet } from ${JSON.stringify(registry)};`,
    `import text, * as names from ${inner};`,
    `registerSheet(${JSON.stringify(owner)}, text);`,
    'export default names;',
  ].join('\n');
};

export default sheetLoader;
