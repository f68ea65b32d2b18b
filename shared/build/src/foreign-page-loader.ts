import type { LoaderDefinitionFunction } from 'webpack';
import { onPixelBase } from './pixel-base.ts';

/**
 * The page's own sheet for a view on somebody else's page: what it says of the host says it of the parts in the shadow, which no style of that page can reach,
 * and its sizes stand on the base that the host gives.
 */
const foreignPageLoader: LoaderDefinitionFunction = (source) =>
  onPixelBase(source.replace(/:host(?!\()/g, '[data-phr-part]'));
export default foreignPageLoader;
