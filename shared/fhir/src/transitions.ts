/** Who changes a status. */
export type Changer = 'patient' | 'provider' | 'server';

/** Types whose status changes follow a table. */
export type StatefulType = 'Appointment' | 'Encounter' | 'Consent' | 'Task' | 'Condition';

interface Transition {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly by: readonly Changer[];
}

/** Empty string: does not exist yet. */
const NEW = '';

// Decision D-14, table T3.
const TABLE: Readonly<Record<StatefulType, readonly Transition[]>> = {
  Appointment: [
    { from: [NEW], to: ['pending'], by: ['patient'] },
    { from: ['proposed', 'pending', 'waitlist', 'booked'], to: ['cancelled'], by: ['patient'] },
    { from: ['proposed', 'pending', 'waitlist'], to: ['booked', 'cancelled', 'waitlist'], by: ['provider'] },
    { from: ['booked'], to: ['fulfilled', 'noshow', 'cancelled'], by: ['provider'] },
  ],
  Encounter: [
    { from: [NEW], to: ['planned', 'arrived', 'finished'], by: ['patient'] },
    // the period of a self-reported entry defines its status, also when corrected
    {
      from: ['planned', 'arrived', 'finished'],
      to: ['planned', 'arrived', 'finished'],
      by: ['patient'],
    },
    { from: ['planned'], to: ['arrived', 'cancelled'], by: ['provider'] },
    { from: ['arrived'], to: ['in-progress', 'cancelled'], by: ['provider'] },
    { from: ['in-progress'], to: ['finished', 'cancelled'], by: ['provider'] },
  ],
  Consent: [
    { from: ['proposed'], to: ['active', 'rejected'], by: ['patient'] },
    { from: ['active'], to: ['inactive'], by: ['patient', 'server'] },
  ],
  Task: [
    { from: [NEW], to: ['requested'], by: ['patient'] },
    { from: ['requested'], to: ['received', 'accepted', 'in-progress', 'on-hold', 'ready'], by: ['server'] },
    {
      from: ['received', 'accepted', 'in-progress'],
      to: ['received', 'accepted', 'in-progress', 'on-hold', 'ready'],
      by: ['server'],
    },
    { from: ['on-hold', 'ready'], to: ['completed'], by: ['patient'] },
    {
      from: ['requested', 'received', 'accepted', 'in-progress', 'on-hold', 'ready', 'completed', 'rejected', 'failed'],
      to: ['cancelled'],
      by: ['patient'],
    },
    {
      from: ['requested', 'received', 'accepted', 'in-progress', 'on-hold', 'ready'],
      to: ['rejected', 'failed'],
      by: ['server'],
    },
  ],
  Condition: [
    { from: ['active'], to: ['relapse', 'remission', 'resolved'], by: ['patient'] },
    { from: ['relapse'], to: ['active', 'remission', 'resolved'], by: ['patient'] },
    { from: ['remission'], to: ['relapse', 'resolved'], by: ['patient'] },
    { from: ['resolved'], to: ['relapse'], by: ['patient'] },
  ],
};

export function isStateful(type: string): type is StatefulType {
  return Object.hasOwn(TABLE, type);
}

/**
 * True if `by` may change a status from `from` to `to` (table T3). Keeping the status is always allowed. `from` is
 * undefined on creation.
 */
export function mayChange(type: StatefulType, from: string | undefined, to: string, by: Changer): boolean {
  const before = canonical(type, from ?? NEW);
  const after = canonical(type, to);
  if (before === after) return true;
  return TABLE[type].some((row) => row.from.includes(before) && row.to.includes(after) && row.by.includes(by));
}

/** The statuses `by` may choose next, for buttons. */
export function nextStatuses(type: StatefulType, from: string, by: Changer): readonly string[] {
  const before = canonical(type, from);
  return [
    ...new Set(TABLE[type].filter((row) => row.from.includes(before) && row.by.includes(by)).flatMap((row) => row.to)),
  ].filter((to) => to !== before);
}

/** Recurrence and inactive are synonyms of relapse and resolved (D-60). */
function canonical(type: StatefulType, status: string): string {
  if (type !== 'Condition') return status;
  return status === 'recurrence' ? 'relapse' : status === 'inactive' ? 'resolved' : status;
}
