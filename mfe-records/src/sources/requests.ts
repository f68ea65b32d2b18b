import { readList, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import { LINK_GROUP, readLinkRequest } from '../features/link-profile/link-request.entity.ts';
import { consentSignals, formSignals, linkSignals } from '../features/signals/request-signals.model.ts';
import { readAccessRequest, readStartedForm } from '../features/signals/request.entity.ts';

/** Source 'requests': questions to the person (S5, S6, S10). Only the owner can link a record (LINK-10). */
export function requests(context: SourceContext): Teller {
  const { host, patientId, scope } = context;
  const consents = readList(context, {
    type: 'Consent',
    query: { _sort: '-date', _count: 20 },
    read: readAccessRequest,
  });
  const isOwn = host.patient.get().main?.id === patientId;
  const links =
    isOwn && scope === 'today'
      ? readList(context, {
          type: 'Task',
          path: () => '/Task',
          query: { patient: patientId, 'group-identifier': LINK_GROUP, _sort: '-_lastUpdated', _count: 20 },
          read: readLinkRequest,
        })
      : undefined;
  const forms = readList(context, {
    type: 'QuestionnaireResponse',
    query: { status: 'in-progress', _sort: '-date', _count: 3 },
    read: readStartedForm,
  });
  return {
    reads: links === undefined ? [consents, forms] : [consents, links, forms],
    tell(now, { t, locale }) {
      const situation = { patientId, now, t, locale };
      return [
        ...consentSignals(consents.data() ?? [], situation),
        ...linkSignals(links?.data() ?? [], situation),
        ...formSignals(forms.data() ?? [], situation),
      ];
    },
  };
}
