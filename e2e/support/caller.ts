import type { Page, Request } from '@playwright/test';
import { ACCOUNT } from './addresses.ts';
import { openSignedIn } from './app.ts';

/** A person's token, and the record that it gives access to. */
export interface Caller {
  readonly token: string;
  readonly id: string;
}

/** A partner gets a token of the same person from its own sign-in; here it is taken from the signed-in app. */
export async function callerOf(page: Page): Promise<Caller> {
  const heard = page.waitForRequest((request) => personIn(request) !== undefined);
  await openSignedIn(page, '/health-indexes', ACCOUNT);
  const request = await heard;
  return {
    token: (await request.allHeaders())['authorization']?.replace('Bearer ', '') ?? '',
    id: personIn(request) ?? '',
  };
}

/** Whose record a request reads, alone or in a batch. */
function personIn(request: Request): string | undefined {
  const { pathname } = new URL(request.url());
  if (pathname === '/fhir/') return /"url":"Patient\/([\w-]+)\//.exec(request.postData() ?? '')?.[1];
  return /^\/fhir\/Patient\/([\w-]+)\//.exec(pathname)?.[1];
}
