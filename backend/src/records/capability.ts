import { TYPES, type Parameter, type TypeRule } from '../fhir/resource-types.ts';
import type { Discovery } from '../kit/discovery.ts';

/** The capability statement, from the same map as routes and index columns. */
export function capabilityStatement(base: string, version: string): object {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: '2026-01-01',
    kind: 'instance',
    software: { name: 'PHR record server', version },
    implementation: { description: 'Personal health record', url: base },
    fhirVersion: '4.0.1',
    format: ['json'],
    rest: [
      {
        mode: 'server',
        documentation:
          'A search of a type that belongs to a record names the patient (of Patient: _id). Searches take _count, _sort (date, _lastUpdated or _id), _total, _summary=count and the address of the next page; what is not listed is refused with 400. Entries of a transaction write; a batch may also read (GET of a resource, its versions, a search), at most 20 times. Bodies and answers are JSON.',
        security: {
          cors: true,
          service: [
            { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'OAuth' }] },
          ],
        },
        resource: Object.entries(TYPES).map(([type, rule]) => resourceOf(type, rule)),
        interaction: [{ code: 'transaction' }, { code: 'batch' }],
      },
    ],
  };
}

/** Sign-in configuration for apps (SMART App Launch 2.2). */
export function smartConfiguration({
  issuer,
  jwks_uri,
  authorization_endpoint,
  token_endpoint,
  scopes_supported,
}: Discovery): object {
  return {
    issuer,
    jwks_uri,
    authorization_endpoint,
    token_endpoint,
    scopes_supported,
    grant_types_supported: ['authorization_code', 'refresh_token'],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    capabilities: ['client-public', 'sso-openid-connect', 'permission-offline'],
  };
}

function resourceOf(type: string, rule: TypeRule): object {
  const searchable = rule.scope === 'user' ? [] : ['search-type'];
  return {
    type,
    interaction: ['read', 'vread', 'history-instance', ...searchable, ...rule.may].map((code) => ({ code })),
    // versionId is checked if given, but not required
    versioning: 'versioned',
    ...(type === 'Patient'
      ? {
          operation: [
            {
              name: 'everything',
              definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything',
              documentation: 'The whole record as one Bundle; _type and _since are taken.',
            },
          ],
        }
      : {}),
    readHistory: true,
    updateCreate: false,
    conditionalCreate: rule.may.includes('create'),
    conditionalRead: 'full-support',
    searchParam: [
      { name: '_id', type: 'token' },
      { name: 'identifier', type: 'token', documentation: 'As system|value' },
      ...(rule.scope === 'patient' && type !== 'Patient' ? [{ name: 'patient', type: 'reference' }] : []),
      ...(rule.fold.length > 0
        ? [{ name: '_ilike', type: 'string', documentation: 'Part of a name, without case and marks' }]
        : []),
      ...Object.entries(rule.parameters).map(([name, parameter]: [string, Parameter]) => ({
        name,
        type: parameter.kind,
      })),
    ],
  };
}
