import type { BrowserContext, Page, Request } from '@playwright/test';

/** Reads that the page combines in one request (FHIR batch); writes are sent alone or as a transaction. */
export const isReadBatch = (request: Request): boolean =>
  request.method() === 'POST' && /^\{"resourceType":"Bundle","type":"batch"/.test(request.postData() ?? '');

/**
 * Makes the record server behave as one without batch support, so that each read is a separate request that a spec can
 * observe and answer.
 */
export const readOneByOne = (page: Page | BrowserContext): Promise<unknown> =>
  page.route(/\/fhir\/$/, (route) =>
    isReadBatch(route.request()) ? route.fulfill({ status: 501, body: '' }) : route.fallback(),
  );
