/**
 * Common passwords and parts of passwords, folded to plain lower-case letters and digits. Short
 * ones count only if nothing else is left of a password.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  123456 1234567 12345678 123456789 1234567890 12345678910 123456789012 111111 222222 000000 121212
  123123 123321 112233 654321 666666 777777 888888 987654321 0987654321 102030 131313 159753 147258369
  aaaaaa abc123 abcabc abcd1234 abcdef abcdefg abcdefgh abcdefghi abcdefghijkl abcdefghijklm access
  admin admin1 adminadmin admin123 administrator administration alexander amanda andrea andrew angel
  angels anthony apple arsenal asdf asdfasdf asdfgh asdfghjk asdfghjkl asdfghjklqwertyuiop ashley
  asshole autumn azerty azertyuiop baby babygirl bailey banana barcelona baseball basketball batman
  beautiful bitch blink182 blessed buster butterfly buster1 camaro carlos changeit changeme
  changemenow charlie cheese chelsea chicken chocolate christmas cleanclip computer cookie cookies
  corvette cowboy dallas daniel december default demo diamond dolphin donald dragon eagles elizabeth
  eminem estrella everton fallout february ferrari fishing flower football football1 forever freedom
  friday friend friends fuckoff fuckyou galaxy gandalf genius george ginger god google guest guitar
  hallo hannah harley harrypotter hello hellohello helloworld hockey hottie hunter iloveyou iloveyou1
  iloveyou2 iloveyouforever internet january jasmine jennifer jessica jesus jesuschrist jordan joshua
  juice junior justin killer killme kitten letmein letmeinnow letmeinplease lifehack liverpool
  london lovely loveme login lol123 loveyou madison maggie manager marina martin master matrix matthew
  maverick melissa mercedes merlin michael michelle midnight minecraft monday money monkey monster
  mustang mypassword myspace naruto newpass newpassword nicole nintendo ninja nothing november october
  oracle orange pa55word pass passw0rd passpass passphrase password password1 password12 password123
  password1234 passwordpassword patrick peanut pepper phoenix please pokemon princess purple q1w2e3
  q1w2e3r4 q1w2e3r4t5 qazqaz qazwsx qazwsxedc qwer qwer1234 qwerasdf qwert qwerty qwerty1 qwerty12
  qwerty123 qwertyqwerty qwertyui qwertyuiop qwertyuiopasdf qwertz qwertzuiop rainbow ranger realmadrid
  robert rockyou root samantha samsung saturday scooter secret secret1 secretpassword secure security
  september server service shadow shannon silver slipknot soccer sommer sparky spiderman spring
  starwars startrek steelers strawberry summer sunday sunflower sunshine super superman superuser
  support sweety system taylor temp temporary test test1 test123 test1234 testing testtest thomas
  thunder thursday tigger tiktok tinkerbell trustno1 tuesday user vanilla victoria wednesday welcome
  welcome1 welcomeback welkom whatever william winner winter wizard yankees yellow zaq12wsx zxcvbn
  zxcvbnm zxcvbnmasdfghjkl 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2
  correcthorsebatterystaple
  `
    .trim()
    .split(/\s+/),
)
