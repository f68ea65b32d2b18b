import type { Page } from '@playwright/test';
import type { ModuleOffer, RegistryTwo, ReleaseOffer } from '@phr/contract/registry';

/** A document with another registry in its block. */
export const withRegistry = (html: string, change: (registry: RegistryTwo) => RegistryTwo): string =>
  html.replace(
    /(<script[^>]*id="phr-registry"[^>]*>)([\s\S]*?)(<\/script>)/,
    (_all, open: string, json: string, close: string) =>
      open + JSON.stringify(change(JSON.parse(json) as RegistryTwo)).replaceAll('<', '\\u003c') + close,
  );

/** Changes the registry that the page reads: the block in its document and the file that it requests later. */
export async function tamperRegistry(
  page: Page,
  name: string,
  change: (offer: ModuleOffer) => ModuleOffer,
): Promise<void> {
  const changed = (registry: RegistryTwo): RegistryTwo => ({
    ...registry,
    modules: registry.modules.map((offer) => (offer.name === name ? change(offer) : offer)),
  });
  await page.context().route('**/registry/2.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: changed((await answer.json()) as RegistryTwo) });
  });
  await page.context().route(
    ({ pathname }) => !pathname.includes('.') && !/^\/(?:api|fhir|patient-app|connect)/.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const answer = await route.fetch();
      const body = withRegistry(await answer.text(), changed);
      await route.fulfill({ response: answer, body });
    },
  );
}

/** A module whose current release is changed in some fields. */
export function withCurrent(offer: ModuleOffer, parts: Partial<ReleaseOffer>): ModuleOffer {
  const { current, releases } = offer;
  const release = releases[current ?? ''];
  if (current === null || release === undefined) throw new Error(`${offer.name} has no current release`);
  return { ...offer, releases: { ...releases, [current]: { ...release, ...parts } } };
}
