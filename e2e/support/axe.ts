import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { showWhole } from './screens.ts';

/**
 * The accessibility faults of a page found by axe, each with its rule and its element. Makes the window as tall as the
 * page.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  await showWhole(page);
  const { violations } = await new AxeBuilder({ page })
    // only the elements of faults: listing the elements that passed takes as long as the check
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  );
}
