import { words } from './word-list.ts';

/**
 * Everyday words of five letters or more that a spelling correction must never turn into a symptom ("couch" is not
 * "cough", "kolem" is not "koleno"). Folded, both languages.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  words(`
  about above accident actually after afternoon again against alone along already always another anyone anything around
  asked aware awake away baby back bathroom because become before began begin behind being below between birth black
  blank blast board books bought bread break breakfast bring broad brought brown brush build built cable called came
  candle cannot careful carry catch caught cause certain chain chair chance change changed chart cheap cheat check cheer
  cheese chess child choice chose class clean clear climb close closed clothes cloud coach coast coffee color could couch
  count couple course cover crash cream crowd crown daily dance death different dinner doctor doing doubt dough down
  dozen draft drama drank dream dress dried drink drive driver driving drops drove during early earth eaten eight either
  email empty enjoy enough entire evening event every everything exact except exercise extra faced faint fairly faith
  false family father fault field fifth fifty fight final finally first floor flour focus follow following food force
  forgot form forty found fresh friday friend friends front fruit funny further garden getting given giving glass going
  grand grass great green ground group grown guess guest happened happy having heard hello help hence herself higher
  himself horse hospital hotel house hours human image index inside instead issue itself juice kitchen knife knock known
  large later laugh layer learn least leave leaving level light lights likely limit lived local longer looked looking
  loose lower lucky lunch lying maybe meals meant measure meeting metal middle might minor minute minutes money monday
  month months moral morning mother mouse movie moving music myself nearly never night nights normal north noticed
  nothing number nurse occur offer office often older other ought outside owner paint paper parents party patch peace
  people perhaps person phone phones photo piece place plain plane plant plate please point posted power press pretty
  price print problem problems proof proud prove quick quickly quiet quite radio raise range rapid rather reach reached
  ready really reason recent relax reply report rested rice right river rough round route running scale school score
  scope second seems seven several shade shape share sharp sheet shelf shift shirt shoes shoot shore short should shower
  sight since sister sixty skill slide slight slow small smart smell smile smoke solid solve something sometimes sound
  south space spare speak special speed spell spelling spend spent split spoke sport stable staff stage stair stairs stand
  start started state stayed still stock stone stood store storm story strange street strong study stuff style sudden
  sugar suite sunday super table taken taking talked taste teach thank thanks their them themselves there these they
  thing things think third thirty those though thought three threw through thursday tight times tired title today
  together tonight touch tough tower toward towards track trade train travel treat tried trouble truck truly trust truth
  trying tuesday turned twelve twenty twice under until upper upset using usual usually value video visit voice waiting
  walked walking wanted watch watching water weather wednesday weeks weight weird went where whether which while white
  whole whose without woman women wonder working world worried worry worse worst worth would wound write writing wrong
  yellow yesterday young yours yourself breeding breast breasts hearing heating healing cheat healthy wearing weather
  moths mouths sweet sweater swimming smelling feeling filling falling feelings fewer forever patient patients history
  medical medicine clinic presents presented presenting general practice emergency examination normal rule rules ruled ruling
  abych abychom aby asi az behem beru blizko bohuzel brzy budou bude budu byla bylo bychom celkem cely cesta chce chci
  chodit chvili clovek dalsi dale dceru delam delat deset detem deti devet dnes dneska dobre dobry docela doktor doktora
  doktorka doma domov domu dost dostat druhy duvod dvacet hezky hlavne hodina hodiny hodne holka hrozne chlap chuze jaky
  jakoby jasne jeden jedna jednou jeho jejich jenom jeste jinak jindy jiste kamarad kazdy kdyby kdyz klidu kolem kolik
  koncem konec koupit kousek kraj krasny krome ktera ktere ktery kterou leden lehce lekar lekare lekarka lepe lepsi levy
  lidi mami mezi mesic mesta minut minuly minuty misto mluvit mohla mohlo mohou moje mozna mozne musel musela musim myslim
  nahle najednou napriklad narodil nastesti navic nejak nejake nejaky nekde nekdo nekdy nekolik nekam nektere nemam nemohu
  nemuze nemuzu neni nevim nikdo nikdy normalne noviny obcas oblast obraz odpoledne okamzite okolo opravdu oteviram pacient
  pacientka pacienta patek pocasi pocit podle pokud polovina pomoc pomoci ponedeli porad posledni potom potreba potrebuji
  pouze prace praci prave pravdepodobne pravidelne predtim prosim proste proto protoze prvni presne rano reknete rodina
  rodice rychle seste sestra silne silny skola skoro skutecne slunce snad sobota soused spatne spolu stale stalo starsi
  starost stary strana strane strasne stred streda svete syna synovi taky takze takove takovy tenhle teprve tohle tomhle
  trochu trosku tyden tydne ukazuje urcite utery uvnitr vcera vcetne vecer velka velke velky velmi venku veskere vlastne
  vlevo vpravo vsechno vsichni vubec vzdy vzdycky zacal zacala zacalo zadny zitra znovu zpatky zustal ruzne hlavni hlasit
  kolej kolo koleje krasa krase prace prach plice rucne hodin hodit horni horky horka sestre teplo teply tepla teple
  zakon zatim zavod zeny zivot zitrek zrovna strach pomalu pozde
  spain torch housemate inches snuffly camping charging swung scented clock nicked flecks grumbles potty wiggle beach
  windy basket snappy thirties yellowy agrees comments swapped glazed grotty stringy tickly benzoyl braces croaking
  hostel hostile borrowed croatia pickles shuffle melon clothes charity snack sling pasty pokes nejvys nejvic nejspis
  pulnoci svagr svagrova zmerila protocil protocila lustil koupil nezazil nevysla trech poskoci zaskuci vdechu kolac
  kolace tresne antivirotikum pipinku karta holeni nepadlo nespadlo sodny prstence krkavice vcelar komory potreboval
  skace uklizel zabila chceme vylila stestim nepritomen nepritomna nepritomny provazen provazena provazeno provazeny
  january february march april august september october november december ledna unora brezna dubna kvetna cervna
  cervence srpna rijna listopadu prosince
  pondelka pondelek uterka utery stredu stredy ctvrtek ctvrtka ctvrtku patku sobotu soboty nedeli nedele vikendu
  sheltered shelter tinkling tinkle tinkles haemophilus hemophilus sydney zmeril zmerili nezmeril zemrel zemrela dairy diary diaries
  bruit bruits nadrazi vlady rayed
`),
);
