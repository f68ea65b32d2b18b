import type { LoaderDefinitionFunction } from 'webpack';

const OF_THE_PAGE =
  /const CurrentGlobal = typeof globalThis === "object" \? globalThis : window;\nconst nativeGlobal = [^]+?\n\}\)\(\);/;
const OWN = 'const CurrentGlobal = Object.create(globalThis);\nconst nativeGlobal = CurrentGlobal;';

/**
 * The federation runtime keeps its hosts, its plugins and what it is loading in globals that all runtimes of a page share. On somebody else's page those are that
 * page's: its plugins would choose our React and our files, its tools would find our host. Here it keeps them in an object of its own, which shows the page's
 * globals through, since modules put their containers there.
 */
const ownFederationLoader: LoaderDefinitionFunction = (source) => {
  if (!OF_THE_PAGE.test(source)) throw new Error('The federation runtime names its globals in another way');
  return source.replace(OF_THE_PAGE, OWN);
};
export default ownFederationLoader;
