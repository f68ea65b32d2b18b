/** Minutes east of UTC of the clocks of the country's facilities, which know no summer time: calendar days of a treatment begin and end by them. */
export const FACILITY_ZONE_MINUTES = 7 * 60;
