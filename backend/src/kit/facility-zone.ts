/** Zone of the country's facilities, without daylight saving time; defines calendar days and ages. */
export const FACILITY_ZONE = 'Asia/Ho_Chi_Minh';
/** The same in minutes east of UTC. */
export const FACILITY_ZONE_MINUTES = 7 * 60;
