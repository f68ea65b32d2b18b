import type { Offer } from '@phr/loader/federation';
import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import * as ReactDomClient from 'react-dom/client';

/** Library versions that this shell is built with; a test compares them with the installed ones. */
export const OFFERED_VERSIONS = {
  ui: '1.0.0',
  '@tanstack/react-query': '5.108.2',
  i18next: '27.1.3',
  'react-i18next': '18.0.2',
} as const;

const ui = (load: () => Promise<unknown>): Offer => ({ version: OFFERED_VERSIONS.ui, load });
const library = (name: keyof typeof OFFERED_VERSIONS, load: () => Promise<unknown>): Offer => ({
  version: OFFERED_VERSIONS[name],
  load,
});
const react = (version: string, module: unknown): Offer => ({ version, load: () => module, strict: true });

/**
 * Libraries that this host provides to modules: React from the shell's own bundle, others and shared components on
 * demand. Most components come in two files, one for what the dashboard and every signed-in page show, one for forms
 * and details: modules use many of them, and a request for each would cost more than the bytes. Those of the kit are
 * large and rarely needed, so each has its own file.
 */
export const OFFERS: Readonly<Record<string, Offer>> = {
  react: react(React.version, React),
  'react/jsx-runtime': react(React.version, JsxRuntime),
  'react-dom': react(ReactDom.version, ReactDom),
  'react-dom/client': react(ReactDom.version, ReactDomClient),
  '@tanstack/react-query': library(
    '@tanstack/react-query',
    () => import(/* webpackChunkName: "libraries" */ '@tanstack/react-query'),
  ),
  i18next: library('i18next', () => import(/* webpackChunkName: "libraries" */ 'i18next')),
  'react-i18next': library('react-i18next', () => import(/* webpackChunkName: "libraries" */ 'react-i18next')),
  '@phr/ui/accordion-section': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/accordion-section')),
  '@phr/ui/badge': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/badge')),
  '@phr/ui/button': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/button')),
  '@phr/ui/card': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/card')),
  '@phr/ui/checkbox': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/checkbox')),
  '@phr/ui/choice-field': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/choice-field')),
  '@phr/ui/class-names': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/class-names')),
  '@phr/ui/combobox': ui(() => import(/* webpackChunkName: "ui-combobox" */ '@phr/ui/combobox')),
  '@phr/ui/confirm-dialog': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/confirm-dialog')),
  '@phr/ui/data-table': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/data-table')),
  '@phr/ui/date-field': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/date-field')),
  '@phr/ui/date-picker': ui(() => import(/* webpackChunkName: "ui-date-picker" */ '@phr/ui/date-picker')),
  '@phr/ui/date-picker-field': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/date-picker-field')),
  '@phr/ui/dialog': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/dialog')),
  '@phr/ui/empty-state': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/empty-state')),
  '@phr/ui/error-card': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/error-card')),
  '@phr/ui/fact-list': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/fact-list')),
  '@phr/ui/field': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/field')),
  '@phr/ui/field-error-summary': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/field-error-summary')),
  '@phr/ui/field-group': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/field-group')),
  '@phr/ui/file-button': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/file-button')),
  '@phr/ui/format': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/format')),
  '@phr/ui/freshness': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/freshness')),
  '@phr/ui/heading': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/heading')),
  '@phr/ui/icon': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/icon')),
  '@phr/ui/icon-button': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/icon-button')),
  '@phr/ui/icons': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/icons')),
  '@phr/ui/lazy-code': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/lazy-code')),
  '@phr/ui/level-badge': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/level-badge')),
  '@phr/ui/link': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/link')),
  '@phr/ui/link-button': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/link-button')),
  '@phr/ui/list': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/list')),
  '@phr/ui/loading-region': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/loading-region')),
  '@phr/ui/notice': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/notice')),
  '@phr/ui/number-field': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/number-field')),
  '@phr/ui/offline-bar': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/offline-bar')),
  '@phr/ui/page': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/page')),
  '@phr/ui/page-header': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/page-header')),
  '@phr/ui/parse-input': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/parse-input')),
  '@phr/ui/person-banner': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/person-banner')),
  '@phr/ui/person-for': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/person-for')),
  '@phr/ui/radio-group': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/radio-group')),
  '@phr/ui/range-buttons': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/range-buttons')),
  '@phr/ui/reference-badge': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/reference-badge')),
  '@phr/ui/relation': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/relation')),
  '@phr/ui/risk-words': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/risk-words')),
  '@phr/ui/segmented': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/segmented')),
  '@phr/ui/select-field': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/select-field')),
  '@phr/ui/sheets': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/sheets')),
  '@phr/ui/skeleton': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/skeleton')),
  '@phr/ui/sparkline': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/sparkline')),
  '@phr/ui/spinner': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/spinner')),
  '@phr/ui/tab-links': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/tab-links')),
  '@phr/ui/target-range': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/target-range')),
  '@phr/ui/text-area': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/text-area')),
  '@phr/ui/text-field': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/text-field')),
  '@phr/ui/time-field': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/time-field')),
  '@phr/ui/toast-region': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/toast-region')),
  '@phr/ui/toaster': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/toaster')),
  '@phr/ui/tokens': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/tokens')),
  '@phr/ui/trend': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/trend')),
  '@phr/ui/typed-field': ui(() => import(/* webpackChunkName: "ui-forms" */ '@phr/ui/typed-field')),
  '@phr/ui/ui-text': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/ui-text')),
  '@phr/ui/units': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/units')),
  '@phr/ui/use-now': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/use-now')),
  '@phr/ui/use-printing': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/use-printing')),
  '@phr/ui/value': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/value')),
  '@phr/ui/visually-hidden': ui(() => import(/* webpackChunkName: "signed-in" */ '@phr/ui/visually-hidden')),
};
