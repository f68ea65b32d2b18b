import type { LoaderDefinitionFunction } from 'webpack';

const OF_THE_PAGE =
  /const CurrentGlobal = typeof globalThis === "object" \? globalThis : window;\nconst nativeGlobal = [^]+?\n\}\)\(\);/;
const OWN = 'const CurrentGlobal = Object.create(globalThis);\nconst nativeGlobal = CurrentGlobal;';

/**
 * The federation runtime keeps hosts, plugins and pending loads in page globals. On another page those may be in use:
 * its plugins would choose our React and files, and its tools would find our host. This loader gives the runtime an
 * object of its own that falls through to the page's globals, since modules register their containers there.
 */
const ownFederationLoader: LoaderDefinitionFunction = (source) => {
  if (!OF_THE_PAGE.test(source)) throw new Error('The federation runtime names its globals in another way');
  return source.replace(OF_THE_PAGE, OWN);
};
export default ownFederationLoader;
