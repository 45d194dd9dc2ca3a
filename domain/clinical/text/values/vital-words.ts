import { createSequenceTable, rowsOf } from '../language/sequences.ts';
import { words } from '../language/word-list.ts';

/** What a number is called before it. */
export const NAMES = createSequenceTable([
  ...rowsOf(
    'temperature_c',
    `
    temperature, temp, temps, fever, t, tt, teplot*, horeck*, tel teplota, febrile, afebrile, tympanic, thermometer
    thermometer says, thermometer said, thermometer shows, thermometer showed, thermometer read, thermometer reads
    teplomer*, teplomer ukaz*, teplot* v zadecku, teplot* v zadku, teplot* v konecniku, teplot* v podpazi, teplot* v podpazdi
    teplot* v uchu, teplot* v ousku, teplot* v puse, teplot* v ustech
    `,
  ),
  ...rowsOf(
    'heart_rate_bpm',
    `
    heart rate, hr, p, pulse, pulse rate, heart is beating, heart beating, heart is going, heart going, puls, pulz, tep, tepova frekvence, tf
    srdecni frekvence, sf, watch says, watch shows, watch reads, smartwatch says, smartwatch shows, fitbit says
    fitbit shows, hodinky ukazuj*, hodinky hlasi, hodinky rikaj*
    `,
  ),
  ...rowsOf(
    'respiratory_rate_per_min',
    'respiratory rate, resp rate, resps, resp, rr, breathing rate, dechova frekvence, df',
  ),
  ...rowsOf('respiratory_rate_per_min', 'pocet dechu'),
  ...rowsOf(
    'spo2_percent',
    'sats, sat, satting, saturating, saturuje, o 2, o2 sats, o2 sat, oxygen saturation, oxygen level, oxygen, saturation, saturations',
  ),
  ...rowsOf('spo2_percent', 'spo, spo 2, spo2, o 2 sat, o 2 sats, sao 2, saturac*, sat o 2'),
  ...rowsOf(
    'glucose_mmol_l',
    'glucose, blood glucose, blood sugar, sugar, sugars, bm, bgl, glykemi*, glukoz*, cukr, cukru',
  ),
  ...rowsOf(
    'glucose_mmol_l',
    'krevni cukr, hladina cukru, glu, glucose meter, glucose monitor, glucometer, cbg, glukometr*',
  ),
  ...rowsOf(
    'pain_severity',
    'pain, pain level, pain score, pain scale, pain is, vas, nrs, severity, intensity, bolest, bolesti',
  ),
  ...rowsOf('pain_severity', 'intenzita, intenzita bolesti, intenzitou, sila bolesti'),
  ...rowsOf('blood_pressure', 'bp, b p, blood pressure, pressure, tlak, krevni tlak, tk, tlaku, tlakem'),
  ...rowsOf('systolic_bp_mmhg', 'systolic, systolic pressure, sbp, systolick*, systolicky tlak, horni tlak'),
  ...rowsOf(
    'diastolic_bp_mmhg',
    'diastolic, diastolic pressure, dbp, diastolick*, diastolicky tlak, dolni tlak',
  ),
]);

/** What stands behind a number. */
export const UNITS = createSequenceTable([
  ...rowsOf(
    'heart_rate_bpm',
    'bpm, beats per minute, beats a minute, beats / min, tepu za minutu, tepu, uderu za minutu, pulse, puls',
  ),
  ...rowsOf(
    'respiratory_rate_per_min',
    'breaths per minute, breaths a minute, breaths, dechu za minutu, dechu',
  ),
  ...rowsOf('glucose_mmol_l', 'mmol, mg / dl, mg dl, mmol / l'),
  ...rowsOf(
    'celsius',
    '° c, c, degrees c, degrees celsius, celsius, deg c, stupnu celsia, stupne celsia, stupnu c',
  ),
  ...rowsOf('fahrenheit', '° f, f, degrees f, degrees fahrenheit, fahrenheit, deg f, stupnu fahrenheita'),
  ...rowsOf('degrees', '°, degrees, degree, stupnu, stupne, stupni, st'),
  ...rowsOf('temperature_c', 'temperature, fever, teplot*, horeck*, temp'),
  ...rowsOf('percent', '%, percent, per cent, procent, procenta, proc'),
]);

/** Words that may stand between a name and its number. */
export const BETWEEN = new Set(
  words(`
    of . home doma is was at about around approximately approx : = - ~ a an the up to reading measured measures currently now my on ra
    je byla byl bylo mam mel mela ma kolem okolo asi cca az pres nad over above under below pod zhruba namereno namerena
    namereny namerila namerili nameril me mi si jsem jsme dnes ted level rate score scale like got went as high and by to be running
    says said shows showed reads read counted only just jen pouze ukazuje ukazal ukazala prstu finger
  `),
);
/** Beside a measured value, but not beside a pain: "sugar this morning was 11". */
export const DAY_PARTS = new Set(
  words(
    'this morning afternoon evening today tonight yesterday last night rano vecer odpoledne vcera poledne noci stupnici',
  ),
);

/** Before "24 mmol/l", beside what stands between any name and its number. */
export const METERS = new Set(
  words(`
    meter monitor glucometer sensor libre reading readings result results test strip stick prick i he she it we this that blood
    diabetes glukometr glukometru senzor mereni vysledek krev krvi diabetu
  `),
);
