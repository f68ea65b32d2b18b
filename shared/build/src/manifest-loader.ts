import type { LoaderDefinitionFunction } from 'webpack';

interface Manifest {
  readonly name: string;
  readonly contract: string;
  readonly routes: readonly { readonly screen: string; readonly path: string; readonly planned?: boolean }[];
}

/** Reduces module.json to what the module's own code needs; hosts read the rest from the registry. */
const manifestLoader: LoaderDefinitionFunction = (source) => {
  const { name, contract, routes } = JSON.parse(source) as Manifest;
  return JSON.stringify({
    name,
    contract,
    routes: routes.map(({ screen, path, planned }) => ({ screen, path, ...(planned && { planned }) })),
  });
};

export default manifestLoader;
