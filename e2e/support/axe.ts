import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { showWhole } from './screens.ts';

/** What is wrong of a page, as axe sees it: each fault with its rule and its place. Makes the window as tall as the page. */
export async function axeFaults(page: Page): Promise<string[]> {
  await showWhole(page);
  const { violations } = await new AxeBuilder({ page })
    // the places of faults alone: those of what is right take as long to name
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  );
}
