import type { FastifyInstance } from 'fastify';
import { registerAdmin } from '../gateway/admin/routes.ts';
import { registerDirectory } from '../gateway/directory/routes.ts';
import { registerDemoHospital } from '../demo/demo-hospital.ts';
import { createDemoVendor } from '../demo/demo-vendor.ts';
import { registerEmr } from '../gateway/emr/routes.ts';
import { createHttpVendor, noVendor } from '../gateway/emr/vendor.ts';
import type { CodeSender } from '../identity/code-sender.ts';
import { registerPhrAccount } from '../identity/phr-account-api.ts';
import { registerPhr, type PhrParts } from '../gateway/phr/routes.ts';
import { createServiceCalls } from '../gateway/phr/service-call.ts';
import { createSignedTokens } from '../kit/signed-token.ts';
import type { Platform } from '../kit/platform.ts';
import { createHttpProvider } from '../gateway/reading/http-provider.ts';
import { qualityProvider } from '../gateway/reading/quality-check.ts';
import { registerReading } from '../gateway/reading/routes.ts';
import { registerModuleHealth, type HealthParts } from '../releases/health/routes.ts';
import type { FileStore } from '../storage/file-store.ts';
import type { AddressSigner } from '../storage/signed-address.ts';
import { registerStorageApi, UPLOAD_TOKEN_SECONDS } from '../gateway/files/storage-api.ts';

export interface ServiceParts extends Omit<PhrParts, 'uploads'> {
  readonly sender: CodeSender;
  readonly store: FileStore;
  readonly signer: AddressSigner;
  readonly health: HealthParts;
}

/**
 * Mounts the shell origin's services run by this process. Record services are omitted if the browser calls another
 * record server directly.
 */
export function registerServices(app: FastifyInstance, platform: Platform, parts: ServiceParts): void {
  const { config } = platform;
  const { repository, store, signer } = parts;
  const calls = createServiceCalls(platform);
  const uploads = createSignedTokens(config.secrets.filesKey, 'upload');
  if (config.runs.has('phr')) {
    registerPhrAccount(app, platform, {
      accounts: parts.accounts,
      codes: parts.codes,
      uploadToken: (accountId) => uploads.make({ for: accountId }, UPLOAD_TOKEN_SECONDS),
    });
    registerModuleHealth(app, platform, parts.health);
  }
  if (config.servesRecords && config.runs.has('phr')) {
    registerPhr(app, platform, calls, { ...parts, uploads });
    const download = async (key: string) =>
      (await store.address?.(key)) ?? signer.address({ key, method: 'GET', maxBytes: 0, person: '' });
    registerReading(app, platform, calls, {
      repository,
      store,
      download,
      provider: config.ai === undefined ? qualityProvider : createHttpProvider(config.ai),
    });
  }
  if (config.servesRecords && config.runs.has('admin')) registerAdmin(app, platform, calls, parts);
  if (config.runs.has('directory')) registerDirectory(app, config.addressEdition);
  if (config.runs.has('emr')) {
    const vendor =
      config.emr !== undefined ? createHttpVendor(config.emr) : config.demo ? createDemoVendor() : noVendor;
    registerEmr(app, vendor, createSignedTokens(config.secrets.filesKey, 'emr'), platform.counts);
    if (config.demo && config.servesRecords) registerDemoHospital(app, platform, parts);
  }
  if (config.runs.has('storage'))
    registerStorageApi(app, platform, {
      store,
      signer,
      uploads,
      ...(config.fhirUpstream === undefined ? {} : { foreign: repository }),
    });
}
