import type { PartProps } from '@phr/module-kit/part';
import { lazyView } from '@phr/module-kit/lazy-view';
import { PlannedScreen } from '@phr/module-kit/planned';
import type { ComponentType } from 'react';
import { Route, Routes, useSearchParams } from 'react-router';
import manifest from '../../module.json' with { type: 'json' };
import { EncountersView } from '../features/encounters/encounters.view.tsx';
import type { ScreenProps } from './screen-props.ts';

/** Screens. The list is in the first file; others load on demand in few files, as each costs a line in the entry. */
const SCREENS: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  encounters: EncountersView,
  record: lazyView(async () => (await import(/* webpackChunkName: "record" */ './record-screen.tsx')).RecordScreen),
  summary: lazyView(async () => (await import(/* webpackChunkName: "record" */ './record-screen.tsx')).SummaryScreen),
  'visit-kit': lazyView(async () => (await import(/* webpackChunkName: "record" */ './visit-screen.tsx')).VisitScreen),
  timeline: lazyView(
    async () => (await import(/* webpackChunkName: "record" */ '../features/timeline/timeline.view.tsx')).TimelineView,
  ),
  'encounter-details': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/encounter-details/encounter-details.view.tsx'))
        .EncounterDetailsView,
  ),
  'encounter-create': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/encounter-create/encounter-create.view.tsx'))
        .EncounterCreateView,
  ),
  results: lazyView(
    async () => (await import(/* webpackChunkName: "record" */ '../features/results/results.view.tsx')).ResultsView,
  ),
  'report-details': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/reports/report-details.view.tsx')).ReportDetailsView,
  ),
  'report-boards': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/report-board/report-boards.view.tsx'))
        .ReportBoardsView,
  ),
  'service-request-detail': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/service-request/service-request-detail.view.tsx'))
        .ServiceRequestDetailView,
  ),
  medicines: lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/medicines/medicines.view.tsx')).MedicinesView,
  ),
  'medicine-details': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/medicines/medicine-details.view.tsx'))
        .MedicineDetailsView,
  ),
  'medicine-create': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/medicines/medicine-create.view.tsx'))
        .MedicineCreateView,
  ),
  allergies: lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/allergies/allergies.view.tsx')).AllergiesView,
  ),
  'allergy-create': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/allergies/allergy-create.view.tsx')).AllergyCreateView,
  ),
  'symptom-create': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/symptom-create/symptom-create.view.tsx'))
        .SymptomCreateView,
  ),
  'paper-create': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/papers/paper-create.view.tsx')).PaperCreateView,
  ),
  conditions: lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/conditions/conditions.view.tsx')).ConditionsView,
  ),
  'condition-create': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/conditions/condition-create.view.tsx'))
        .ConditionCreateView,
  ),
  immunizations: lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/immunizations/immunizations.view.tsx'))
        .ImmunizationsView,
  ),
  'vaccines-due': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/vaccines-due/vaccines-due.view.tsx')).VaccinesDueView,
  ),
  'immunizations-create': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/immunizations/immunizations-create.view.tsx'))
        .ImmunizationsCreateView,
  ),
  'immunizations-edit': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/immunizations/immunizations-edit.view.tsx'))
        .ImmunizationsEditView,
  ),
  'patient-consents': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/consents/patient-consents.view.tsx'))
        .PatientConsentsView,
  ),
  'patient-consent-details': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/consents/patient-consent-details.view.tsx'))
        .PatientConsentDetailsView,
  ),
  'observations-list': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/observations/observations-list.view.tsx'))
        .ObservationsListView,
  ),
  'confirm-register-org': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/register-org/confirm-register-org.view.tsx'))
        .ConfirmRegisterOrgView,
  ),
  'link-profile': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/link-profile/link-profile.view.tsx')).LinkProfileView,
  ),
  'link-profile-create': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/link-profile/link-profile-create.view.tsx'))
        .LinkProfileCreateView,
  ),
  voucher: lazyView(
    async () => (await import(/* webpackChunkName: "write" */ '../features/voucher/voucher.view.tsx')).VoucherView,
  ),
  enrollment: lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/enrollment/enrollment.view.tsx')).EnrollmentView,
  ),
  'lab-observation-create': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/lab/lab-observation-create.view.tsx'))
        .LabObservationCreateView,
  ),
  'lab-observations': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/lab/lab-observations.view.tsx')).LabObservationsView,
  ),
  'observations-create': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/observation-create/observation-create.view.tsx'))
        .ObservationCreateView,
  ),
  'encounter-risk-assessment': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/risk-assessments/encounter-risk-assessment.view.tsx'))
        .EncounterRiskAssessmentView,
  ),
  'risk-assessment': lazyView(
    async () =>
      (await import(/* webpackChunkName: "record" */ '../features/risk-assessments/risk-assessment.view.tsx'))
        .RiskAssessmentView,
  ),
  'family-care-health-risk-factors': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/social-history/health-risk-factors.view.tsx'))
        .HealthRiskFactorsView,
  ),
  questionnaires: lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/questionnaires/questionnaires.view.tsx'))
        .QuestionnairesView,
  ),
  'questionnaire-responses': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/questionnaires/questionnaire-responses.view.tsx'))
        .QuestionnaireResponsesView,
  ),
  'questionnaire-response': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/questionnaires/questionnaire-response.view.tsx'))
        .QuestionnaireResponseView,
  ),
  'questionnaire-response-details': lazyView(
    async () =>
      (
        await import(
          /* webpackChunkName: "write" */ '../features/questionnaires/questionnaire-response-details.view.tsx'
        )
      ).QuestionnaireResponseDetailsView,
  ),
  'f0h-health-report': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/health-reports/f0h-health-report.view.tsx'))
        .F0hHealthReportView,
  ),
  'post-covid-19-health-report': lazyView(
    async () =>
      (await import(/* webpackChunkName: "write" */ '../features/health-reports/post-covid-health-report.view.tsx'))
        .PostCovidHealthReportView,
  ),
};

const LinkedView = lazyView(
  async () => (await import(/* webpackChunkName: "record" */ './linked-view.tsx')).LinkedView,
);

/** All routes of the module. */
export function App({ headingLevel }: PartProps) {
  const screens = (
    <Routes>
      {manifest.routes.map(({ screen, path }) => {
        const View = SCREENS[screen];
        return (
          <Route
            key={screen}
            path={path}
            element={View === undefined ? <PlannedScreen screen={screen} /> : <View level={headingLevel} />}
          />
        );
      })}
    </Routes>
  );
  return useSearchParams()[0].has('linked') ? <LinkedView>{screens}</LinkedView> : screens;
}
