import type { BrowserContext, Page, Request } from '@playwright/test';

/** Reads that the page sends together (FHIR batch); what it writes travels alone or as a transaction. */
export const isReadBatch = (request: Request): boolean =>
  request.method() === 'POST' && /^\{"resourceType":"Bundle","type":"batch"/.test(request.postData() ?? '');

/** Makes the record server one that does no batch, so that each read is a call of its own, which a spec can hear and answer. */
export const readOneByOne = (page: Page | BrowserContext): Promise<unknown> =>
  page.route(/\/fhir\/$/, (route) =>
    isReadBatch(route.request()) ? route.fulfill({ status: 501, body: '' }) : route.fallback(),
  );
