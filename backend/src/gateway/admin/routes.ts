import type { FastifyInstance } from 'fastify';
import type { Repository } from '../../records/repository.ts';
import type { CodeSender } from '../../identity/code-sender.ts';
import type { Platform } from '../../kit/platform.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import { registerDeviceSockets } from './devices.ts';
import { registerCorrections, registerEncounters } from './encounters.ts';
import { registerEnrollment } from './enrollment.ts';
import { registerFamily } from './family.ts';
import { registerFamilyRights } from './family-rights.ts';
import { registerLinkProfile } from './link-profile.ts';
import { registerQuestionnaireResponse } from './questionnaire-response.ts';
import { registerRiskAssessment } from './risk-assessment.ts';
import { registerVouchers } from './vouchers.ts';

/** The admin API, one file a subject. */
export function registerAdmin(
  app: FastifyInstance,
  platform: Platform,
  calls: ServiceCalls,
  parts: { readonly repository: Repository; readonly sender: CodeSender },
): void {
  const { repository } = parts;
  registerEncounters(app, calls, repository);
  registerCorrections(app, calls, repository);
  registerLinkProfile(app, platform, calls, parts);
  registerVouchers(app, calls, repository);
  registerRiskAssessment(app, calls, repository);
  registerFamily(app, platform, calls, repository);
  registerFamilyRights(app, platform.db, calls);
  registerQuestionnaireResponse(app, calls, repository);
  registerEnrollment(app, platform.db, calls, repository);
  registerDeviceSockets(app, calls);
}
