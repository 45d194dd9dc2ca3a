/**
 * What published lists of leaked passwords start with: English and Czech, names, places, clubs, and what administrators
 * set first. In lower case, without accents; four letters at least, since shorter ones say nothing in a long password.
 */
export const COMMON_WORDS: readonly string[] = `
abcd abcdef access accounts action adam admin adminadmin administrator adrian agent ahoj ahojky airborne albert
alenka alex alexander alexandra alexis alfa alice alicia alpha amanda amber america amoremio anakin anderson andrea
andrew andy angel angela angelina angels animal anna annie anthony apollo apple apples april arsenal arthur asdf
asdfasdf asdfgh asdfghjkl asdqwe ashley asshole august austin autumn avatar babicka baby babyboy babygirl badboy
bailey banana bananas banka banker barbara barcelona barney baseball basketball batman beach bear beatles beautiful
beaver beer benjamin berlin berusk bigdaddy bigdog billy birthday bitch black blackcat blink blizzard blonde blowme
blue bonnie booboo booger boomer boston bradley brandon brandy bronco broncos brooklyn brother bruno bubba bubbles
buddy budulinek bulldog bullshit business buster butter butterfly butthead calvin camaro cameron canada captain
carlos carolina caroline carter casper cassie celtic center changeit changeme changemenow charles charlie charlotte
cheese chelsea cherry chester chicago chicken chocolate chris christian christina christmas christopher classic
claudia clinic clinical clinician cocacola coffee college comeon company compaq computer confidential connor cookie
cooper correcthorsebatterystaple corvette cowboy cowboys cricket crystal cumshot daddy dakota dallas daniel daniela
danielle darkness dave david dbadmin deadpool debbie december default defender delta demo dennis desktop destiny
diablo diamond dick digital doctor dogs dolphin dolphins dominik dominika domov donald dorothy dragon dragonball
dragons dream dreamer driver dubaj dvorak eagle eagles easter eduard edward einstein elephant elizabeth emergency
emily eminem enter entrance eric estrella eternity evropa example extreme facebook fairytale falcon family fantasy
february ferrari fifa fire firebird firefox fireman fish fishing flower flowers football ford forest forever forget
formula francis frank frankie franta fred freddie freddy freedom freepass friday friend friends frog fuck fucker
fucking fuckme fuckoff fuckyou gabriel gabriela gandalf garfield gateway gemini general genesis george getmein
giants ginger giraffe girls giveme godzilla gold golden goldfish golf google gordon gotham grandma green gregory
guest guitar hacker hahaha halo hammer hannah happy happyday hardcore harley harry harrypotter hate health
healthcare heart heather heaven hello hellokitty helpme hendrix heslicko heslo heslojeveslo hockey hokej holiday
holka home honda honey honza hooters horny horse hospital hotdog house houston hovno hruska hunter hunting iceman
idontknow ignore iloveu iloveyou imagine immortal indian infinity inlove internet ironman isabel isabella jackass
jackie jackson jaguar jake jakub jakubko james january jaroslav jasmine jason jasper jenda jennifer jenny jeremy
jerome jessica jessie jesus jesuschrist johannes john johnny johnson johnwick jonathan jordan josef joseph joshua
juice julian julie july june junior justice justin kaktus kamil karel karolina katerina katherine kathryn katka
kawasaki kelly kennedy kenneth kevin killer king kingkong kitten kitty knight kocicka kocka kocourek kolo koloben
kralik kristina kristyna kubik kytka ladybug lakers lancer lasicka laska laura lauren legend lekar letmein
letmeinnow leto liberty library lifeisgood linda linkedin linux lion lisa little liverpool lizard login logitech
lollipop london loser lotus love loveforever lovely loveme lover loveyou lucie lucinka lucky lukas maddog madison
madrid maggie magic magnum mail manager manchester manutd mapman marcel march marek margaret maria mariah marie
marina marine marlboro marley martin martina martinka maruska master masterkey matej matrix matthew maverick maximus
medical medicina medicine melissa member mercedes mercury merlin metallica michael michaela michal michelle mickey
midnight mike milacek milan milankova miluji milujite miluju milujute minecraft miroslav mistr mobile modelka modra
mohammed monday money monica monika monkey monster montana morgan motdepasse mother motorola mountain muffin murphy
music mustang myspace naruto nascar natalie natasha nathan ncc1701 nemesis nemocnice nevim nevimheslo newpass
newpassword newyork nicholas nicole nikita nikola nimda nintendo nirvana nissan nobody nokia none nopassword nothing
november nurse october office oliver olivia ondra ondrej operator oracle orange original orlando ostrava packers
pajda pakistan panda panther parker parola passion passme passpass passport passw passwd password passwordpassword
passwords passwort patient patrick pavel pavlina peaches peanut pejsek pepicek pepper peter petr petra phoenix
photos piano picture pikachu pirate pizza playboy player please plzen pokemon police polska pooh pookie popcorn
porsche postgres power powers praha princess private prosim public pumpkin pussy qazwsx qazwsxedc qweasd qweasdzxc
qwer qwerty qwertyui qwertyuiop qwertz rabbit rachel radek radiology raiders rainbow rainbows ranger rangers raven
raymond realmadrid rebecca rebel recovery redskins redsox remember renata reset richard robert robin rock rocket
rockstar rockyou roman ronaldo root rootroot rosebud rover runner rusty samantha samsung samuel sandra santa sarah
saturday saturn scarface school science scooby scooter scorpio scorpion scotland sebastian secret secrets secure
security seeyou september server service shadow shalom shannon sharon shelby sheriff shithead sierra silver simon
simona simpson skippy skittles skype slavia slayer slipknot slnicko slunce slunicko smile smith smokey snickers
snoopy snow snowball snowman soccer softball soleil something sophia sophie south spanky sparky sparta spartak
spartan special spider spiderman spirit spring squirt srdicko stalker standard star stars startrek starwars steelers
stefan stella stephanie stephen steven sticky strawberry student subaru success sugar summer sunday sunflower sunny
sunshine super supermam superman superstar superuser support surfer survivor suzuki sweet sweetheart sweetie sweety
swordfish sysadmin system taylor teacher team techno telefon temp temporary temppass tennis tereza terezka test
tester testing testpass testtest texas theman thomas thuglife thunder thursday tiger tigers tigger tinkerbell
titanic tomas tomasek tomcat tommy toor topgun toyota travis triage trinity trouble truelove trustme trustno
trustnoone tuesday turtle tweety twitter unicorn united university unknown user username utopia vaclav vanessa
vendula verona veronika victor victoria viking vikings viktorie viper vladimir volleyball voyager wanker warcraft
warrior warriors webmaster wednesday welcome welcomeback welcometo whatever whatsup whiskey white wildcats william
williams wilson windows winner winston winter wizard wolf wolverine wonder work workstation world wrestling xxxx
yamaha yankee yankees yellow yourmom zaqwsx zima zkouska zkusit zuzana zuzka zxcv zxcvbn zxcvbnm
`
  .trim()
  .split(/\s+/);
