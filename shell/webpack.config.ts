import { shellConfig } from '@phr/build/presets';

// The page links one style sheet, so this package has one real css file; everything else keeps its styles with its code.
export default shellConfig({
  dir: import.meta.dirname,
  extra: {
    experiments: { css: true },
    module: {
      rules: [
        { test: /\.module\.css$/, type: 'javascript/auto' },
        { test: /[\\/](?:page|base)\.css$/, exclude: /node_modules/, type: 'css' },
      ],
    },
    output: { filename: '[name].[contenthash:8].js', cssFilename: '[name].[contenthash:8].css' },
  },
});
