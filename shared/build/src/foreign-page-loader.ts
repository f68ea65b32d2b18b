import type { LoaderDefinitionFunction } from 'webpack';
import { onPixelBase } from './pixel-base.ts';
import { compact } from './sheet-loader.ts';

/**
 * Adapts the page's base sheet to a view in a shadow root on another page: `:host` rules apply to the parts inside, out
 * of reach of that page's styles, and sizes use the base the host sets. Drops @font-face, which has no effect in shadow
 * trees (CSS Scoping 1, 3.5).
 */
const foreignPageLoader: LoaderDefinitionFunction = (source) =>
  onPixelBase(
    compact(source)
      .replace(/@font-face \{[^}]*\}/g, '')
      .replace(/:host(?!\()/g, '[data-phr-part]'),
  );
export default foreignPageLoader;
