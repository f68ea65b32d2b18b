import type { LoaderDefinitionFunction } from 'webpack';

interface Manifest {
  readonly name: string;
  readonly contract: string;
  readonly routes: readonly { readonly screen: string; readonly path: string; readonly planned?: boolean }[];
}

/** What a module's own files need of its module.json: all the rest is for hosts, which read it in the registry. */
const manifestLoader: LoaderDefinitionFunction = (source) => {
  const { name, contract, routes } = JSON.parse(source) as Manifest;
  return JSON.stringify({
    name,
    contract,
    routes: routes.map(({ screen, path, planned }) => ({ screen, path, ...(planned && { planned }) })),
  });
};

export default manifestLoader;
