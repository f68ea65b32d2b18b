import type { Page } from '@playwright/test';
import type { Registry, RegistryEntry } from '@phr/contract/registry';

/** A document with another registry in its block. */
export const withRegistry = (html: string, change: (registry: Registry) => Registry): string =>
  html.replace(
    /(<script[^>]*id="phr-registry"[^>]*>)([\s\S]*?)(<\/script>)/,
    (_all, open: string, json: string, close: string) =>
      open + JSON.stringify(change(JSON.parse(json) as Registry)).replaceAll('<', '\\u003c') + close,
  );

/** Changes what the page reads as the registry: the block in its own document and the file it asks for later. */
export async function tamperRegistry(
  page: Page,
  name: string,
  change: (entry: RegistryEntry) => RegistryEntry,
): Promise<void> {
  const changed = (registry: Registry): Registry => ({
    ...registry,
    modules: registry.modules.map((entry) => (entry.name === name ? change(entry) : entry)),
  });
  await page.context().route('**/registry.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: changed((await answer.json()) as Registry) });
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

/** The entry of one module as the server offers it now. */
export async function registryEntry(page: Page, name: string): Promise<RegistryEntry> {
  const registry = (await (await page.request.get('/registry.json')).json()) as Registry;
  const entry = registry.modules.find((module) => module.name === name);
  if (!entry) throw new Error(`${name} is not in the registry`);
  return entry;
}
