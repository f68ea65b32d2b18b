import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { type Goal, readGoal } from './goal.entity.ts';

/** Query for goals; screens, sources and the slot share one response. */
export const GOALS = { type: 'Goal', query: { _count: 100 } };

/** The goals of the person on screen. */
export const useGoals = (): PatientList<Goal> => usePatientList({ ...GOALS, read: readGoal });
