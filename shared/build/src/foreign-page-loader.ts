import type { LoaderDefinitionFunction } from 'webpack';
import { onPixelBase } from './pixel-base.ts';
import { compact } from './sheet-loader.ts';

/**
 * The page's own sheet for a view on somebody else's page: what it says of the host says it of the parts in the shadow, which no style of that page can reach,
 * and its sizes stand on the base that the host gives. Without the faces of fonts: a shadow has none of its own (CSS Scoping 1, 3.5).
 */
const foreignPageLoader: LoaderDefinitionFunction = (source) =>
  onPixelBase(
    compact(source)
      .replace(/@font-face \{[^}]*\}/g, '')
      .replace(/:host(?!\()/g, '[data-phr-part]'),
  );
export default foreignPageLoader;
