import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { type Goal, readGoal } from './goal.entity.ts';

/** How goals are asked for; screens, sources and the slot share one answer. */
export const GOALS = { type: 'Goal', query: { _count: 100 } };

/** The goals of the person on screen. */
export const useGoals = (): PatientList<Goal> => usePatientList({ ...GOALS, read: readGoal });
