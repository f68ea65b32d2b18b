import type { FastifyInstance } from 'fastify';
import type { Repository } from '../../records/repository.ts';
import { createHubPairings } from '../hub/pairing.ts';
import type { MeasureSessions } from '../hub/sessions.ts';
import type { Accounts } from '../../identity/accounts.ts';
import type { OneTimeCodes } from '../../identity/one-time-codes.ts';
import type { Platform } from '../../kit/platform.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { registerInbox } from '../inbox/routes.ts';
import { type PushParts, registerPush } from '../push/routes.ts';
import type { Outbox } from '../realtime/outbox.ts';
import { registerAdvice } from './advice.ts';
import { registerAppointments } from './appointments.ts';
import { registerCurrentDevice } from './current-device.ts';
import { registerDevices } from './devices.ts';
import { registerDynamicForms } from './dynamic-forms.ts';
import { registerImports } from './imports.ts';
import { registerMeasureSessions } from './measure-sessions.ts';
import { registerObservationDays } from './observation-days.ts';
import { registerObservations } from './observations.ts';
import { registerQr } from './qr.ts';
import { registerReferral } from './referral.ts';
import { registerReports } from './reports.ts';
import { registerSchedules } from './schedules.ts';
import { registerSlotHolds } from './slot-holds.ts';
import type { ServiceCalls } from './service-call.ts';
import { createSignedTokens, type SignedTokens } from '../../kit/signed-token.ts';
import { registerViewConfig } from './view-config.ts';

export interface PhrParts {
  readonly repository: Repository;
  readonly outbox: Outbox;
  readonly inbox: Inbox;
  /** Absent without push notifications. */
  readonly push: Omit<PushParts, 'inbox'> | undefined;
  readonly accounts: Accounts;
  readonly codes: OneTimeCodes;
  readonly sessions: MeasureSessions;
  /** Permissions to send files without an account. */
  readonly uploads: SignedTokens;
}

/** The PHR API, one file a subject. */
export function registerPhr(app: FastifyInstance, platform: Platform, calls: ServiceCalls, parts: PhrParts): void {
  const { config } = platform;
  const { repository } = parts;
  registerReferral(app, platform, parts);
  registerQr(app, config, calls, repository, createSignedTokens(config.secrets.filesKey, 'qr'));
  registerAppointments(app, platform, calls, repository);
  registerSlotHolds(app, platform, calls, repository);
  registerSchedules(app, calls, repository);
  registerObservations(app, calls, repository);
  registerImports(app, calls, repository);
  // counted by our own database; clients live without it
  if (config.embeddedFhir) registerObservationDays(app, platform, calls);
  registerReports(app, calls, repository);
  registerCurrentDevice(app, calls, repository);
  registerDevices(
    app,
    calls,
    { repository, pairings: createHubPairings(platform, parts) },
    { reminders: config.remindersPerDevice },
  );
  registerMeasureSessions(app, calls, parts);
  registerDynamicForms(app, calls);
  registerViewConfig(app, calls);
  registerAdvice(app, platform, calls);
  registerInbox(app, calls, parts.inbox);
  if (parts.push !== undefined) registerPush(app, calls, { ...parts.push, inbox: parts.inbox });
}
