/** The zone of the country's facilities, which knows no summer time: calendar days lie in it, and ages are counted by its calendar. */
export const FACILITY_ZONE = 'Asia/Ho_Chi_Minh';
/** The same in minutes east of UTC. */
export const FACILITY_ZONE_MINUTES = 7 * 60;
