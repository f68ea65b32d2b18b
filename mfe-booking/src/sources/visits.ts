import type { NavigationPort } from '@phr/contract/host-api';
import { readList, type SourceContext, type Teller } from '@phr/module-kit/signal-source';
import { readAppointment } from '@phr/fhir/appointment';
import { visitSignals } from '../features/signals/visit-signals.model.ts';

/** Source 'visits': upcoming appointments (S11), sharing the screens' list. */
export function visits(context: SourceContext): Teller {
  const { host, patientId } = context;
  const hasKit = isScreen(host.navigation, 'visit-kit', { appointmentId: patientId });
  const appointments = readList(context, {
    type: 'Appointment',
    query: { _sort: '-date', _count: 100 },
    read: readAppointment,
  });
  return {
    reads: [appointments],
    follows: [
      {
        subscribe: () =>
          host.topics.subscribe('appointment.changed', (event) => {
            if (event.patientId === patientId) appointments.refresh();
          }),
      },
    ],
    tell: (now, { t, locale }) => visitSignals(appointments.data() ?? [], { patientId, now, t, locale, hasKit }),
  };
}

/** Whether the host knows a screen: its module may be missing or too old. */
function isScreen({ hrefOf }: NavigationPort, screen: string, params: Readonly<Record<string, string>>): boolean {
  try {
    return hrefOf(screen, params) !== '';
  } catch {
    return false;
  }
}
