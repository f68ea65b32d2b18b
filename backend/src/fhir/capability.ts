import { TYPES, type Parameter, type TypeRule } from './resource-types.ts';
import type { Discovery } from '../security/discovery.ts';

/** The capability statement, made from the same map as routes and index columns. */
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
    rest: [{
      mode: 'server',
      security: { cors: true, service: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'OAuth' }] }] },
      resource: Object.entries(TYPES).map(([type, rule]) => resourceOf(type, rule)),
      interaction: [{ code: 'transaction' }, { code: 'batch' }],
    }],
  };
}

/** Where and how apps sign in (SMART App Launch 2.2). */
export function smartConfiguration({ issuer, jwks_uri, authorization_endpoint, token_endpoint, scopes_supported }: Discovery): object {
  return {
    issuer, jwks_uri, authorization_endpoint, token_endpoint, scopes_supported,
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
    versioning: 'versioned-update',
    ...(type === 'Patient' ? { operation: [{ name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything', documentation: 'The whole record as one Bundle; _type and _since are taken.' }] } : {}),
    readHistory: true,
    updateCreate: false,
    conditionalCreate: rule.may.includes('create'),
    searchParam: [
      { name: '_id', type: 'token' },
      { name: 'identifier', type: 'token' },
      ...(rule.scope === 'patient' && type !== 'Patient' ? [{ name: 'patient', type: 'reference' }] : []),
      ...(rule.fold.length > 0 ? [{ name: '_ilike', type: 'string', documentation: 'Part of a name, without case and marks' }] : []),
      ...Object.entries(rule.parameters).map(([name, parameter]: [string, Parameter]) => ({ name, type: parameter.kind })),
    ],
  };
}
