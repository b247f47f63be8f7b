"""Given names and family names from many parts of the world: what is looked for, and what is put in its place.

Names that are ordinary words as well ("Grace", "Mark", "Will"), and those of statistical methods ("Pearson", "Ward"),
are left out: data talk is full of them. Whoever bears one is still known where it is the client's own name or stands
after a title.
"""

from __future__ import annotations


def words(listed: str) -> tuple[str, ...]:
    """The words of a text that lists them."""
    return tuple(listed.split())


WOMEN: tuple[str, ...] = words("""
    Abigail Adriana Agata Agnieszka Aisha Aisyah Alejandra Alessandra Alice Alicia Alina Amanda Amara Amelia Amina
    Amy Ana Anastasia Andrea Angela Angelica Anita Anna Anne Annika Antonia Anya Ashley Astrid Ayesha Aylin Barbara
    Beatrice Beatriz Bella Bianca Birgit Brenda Bridget Brigitte Camila Camille Carla Carmen Carolina Caroline
    Catherine Cecilia Celine Charlotte Chiara Chloe Christina Christine Clara Claudia Consuelo Cristina Cynthia
    Daniela Deborah Denise Diana Dolores Donna Dorothy Ebony Edith Elena Eleanor Elif Elisa Elise Elisabeth
    Elizabeth Ella Ellen Eloise Elsa Emilia Emily Emma Esperanza Esther Eszter Eva Evelyn Fatima Fatou Fernanda
    Fiona Florence Frances Francesca Freja Freya Gabriela Gabriella Georgina Geraldine Giulia Gloria Greta Gwendolyn
    Hana Hannah Harriet Heather Helen Helena Hilda Ingrid Ioana Irene Irina Isabel Isabella Isla Ivana Jacqueline
    Jana Jane Janet Janine Jasmin Jasmine Jennifer Jessica Joanna Johanna Josephine Juanita Judith Julia Juliana
    Julie Juliette Karen Karin Katarina Katarzyna Kate Katherine Kathleen Katie Kavya Keiko Kelly Khadija Kimberly
    Kirsten Lakshmi Larissa Laura Lauren Layla Leah Leila Lena Leonie Leticia Lidia Linda Ling Linnea Lisa Liv
    Lorena Louise Lucia Luciana Lucy Luisa Lydia Madeleine Magdalena Maja Malgorzata Manuela Margaret Margarita
    Maria Mariam Mariana Marie Marina Marion Marisol Marta Martha Martina Mary Mathilde Matilda Meera Megan Mei
    Melanie Melissa Mercedes Michelle Milena Miriam Monica Monika Nadia Naomi Natalia Natalie Natasha Neha Ngozi
    Nicole Nina Noor Nora Nour Olga Olivia Oksana Paloma Pamela Patricia Paula Pauline Petra Philippa Pilar Priya
    Rachel Rania Raquel Rebecca Regina Renata Rosa Rosalind Rosario Roxana Sabine Sabrina Sakura Sally Samantha
    Samira Sandra Sara Sarah Shirin Silvia Simone Siobhan Sofia Solveig Sonia Sophia Sophie Stefania Stephanie Susan
    Susanne Svetlana Sylvia Tamara Tatiana Teresa Thandiwe Theresa Tiffany Tina Ursula Valentina Valeria Vanessa
    Vera Veronica Victoria Virginia Viviana Wanjiru Wendy Xiaoling Ximena Yasmin Yuki Yvonne Zainab Zara Zeynep Zoe
    Zofia Zsofia Zuzana
""")
MEN: tuple[str, ...] = words("""
    Aaron Abdul Abdullah Abraham Adam Adrian Ahmed Akira Alan Albert Alberto Alejandro Aleksander Alessandro
    Alexander Alfonso Alfred Alfredo Ali Alistair Alvaro Amir Anders Andre Andreas Andrei Andrew Andrzej Angus
    Anthony Antoine Anton Antonio Arjun Arthur Artur Asif Axel Babatunde Bartosz Bastien Benedict Benjamin Bernard
    Bjorn Boris Brendan Brian Bruno Callum Carlos Carsten Cedric Cesar Charles Chidi Chinedu Christian Christopher
    Clarence Claude Colin Connor Cornelius Craig Cristian Daisuke Damian Daniel Darius Darren David Declan Dennis
    Derek Desmond Diego Dieter Dimitri Dinesh Dmitri Dominic Donald Douglas Duncan Dylan Eduardo Edward Edwin Eero
    Elias Emanuel Emil Emilio Emre Enrique Eric Erik Ernesto Ethan Etienne Eugene Fabian Fabio Farid Federico Felipe
    Felix Ferdinand Fernando Filip Finn Florian Francesco Francisco Francois Franz Frederick Frederik Fritz Gabor
    Gabriel Gareth Gary Geoffrey George Georgi Gerald Gerard Giorgio Giovanni Giuseppe Gonzalo Gordon Graham Gregory
    Guillaume Guillermo Gunther Gustav Hamish Hamza Hans Haruto Hassan Hector Heinrich Helmut Henri Henrik Henry
    Hiroshi Horst Howard Hugo Ian Ibrahim Ignacio Igor Imran Isaac Ivan Ivo Jacob Jakob Jakub James Jamal Jan Javier
    Jeffrey Jens Jeremy Jerome Jesus Joao Joaquin Johan Johann Johannes John Jonas Jonathan Jorge Jose Joseph Joshua
    Juan Julian Julien Julio Karim Karl Kasper Keith Kenji Kenneth Kevin Khalid Klaus Kofi Kostas Kristian Kumar
    Kwame Lachlan Lars Laurent Lawrence Leandro Leon Leonardo Leonard Leopold Liam Lorenzo Louis Luca Lucas Ludwig
    Luigi Luis Lukas Maciej Magnus Mahmoud Malcolm Manuel Marcel Marcelo Marco Marcus Marek Mario Marius Markus
    Martin Mateo Matthew Matthias Maurice Maximilian Mehmet Miguel Mikhail Milan Minho Mohamed Mohammad Mohammed
    Morten Muhammad Murat Mustafa Nathan Nathaniel Nicholas Nicolas Niels Nigel Nikhil Nikolai Nikolas Nikos Noah
    Nuno Olaf Oleg Oliver Olivier Omar Orlando Oscar Oskar Otto Pablo Paolo Pascal Patrick Patrik Paul Paulo Pavel
    Pedro Per Peter Petr Philip Philippe Pierre Pietro Piotr Rafael Rahul Raj Rajesh Ralph Ramon Ravi Raymond
    Reinhard Rene Ricardo Richard Robert Roberto Rodrigo Roger Rohan Roland Roman Ronald Rory Ruben Rui Rupert
    Russell Ryan Salvador Samir Samuel Sandeep Sanjay Santiago Sean Sebastian Sergei Sergio Seamus Simon Sipho
    Stanislav Stefan Stephen Steven Stuart Sven Takumi Tariq Tendai Terence Theo Theodore Thiago Thomas Tiago
    Timothy Tobias Tomas Tomasz Trevor Tyler Uwe Vicente Victor Viktor Vikram Vincent Vincenzo Vladimir Walter
    Warren Werner Wilhelm William Wojciech Wolfgang Xavier Yannick Youssef Yusuf Zoltan
""")
EITHER: tuple[str, ...] = words("""
    Addison Alex Ariel Avery Bao Casey Charlie Chris Dakota Dara Devon Eden Elliot Emerson Finley Frankie Harper
    Hayden Jackie Jamie Jesse Jordan Jules Kai Kerry Kim Kiran Kyle Lee Leslie Lin Logan Manu Minh Morgan Nikita
    Noel Parker Pat Quinn Reese Remy Riley Robin Rowan Sam Sasha Shannon Sidney Skyler Taylor Terry Toni Tracy Xuan
    Yael Zhen
""")
FAMILIES: tuple[str, ...] = words("""
    Abbott Abdullah Abe Abebe Acosta Adams Adebayo Adeyemi Agarwal Aguilar Ahmed Akhtar Ali Almeida Alvarez Andersen
    Anderson Andersson Andrade Antonov Armstrong Arnold Ashworth Atkinson Bailey Bakker Banerjee Barnes Barros Bauer
    Beaumont Becker Benali Bennett Berg Bergman Bergstrom Bernard Bhatt Bianchi Blanchard Boateng Bondarenko
    Bouchard Braun Brown Bruno Bukowski Caldwell Campbell Cardoso Carlsen Carter Carvalho Castillo Castro Chan
    Chatterjee Chaudhary Chavez Chen Cheng Choi Christensen Clarke Cohen Coleman Collins Colombo Contreras Cooper
    Costa Cruz Cunningham Dahl Davies Davis Delgado Demir Desai Diallo Diaz Dimitrov Dominguez Doyle Dubois Dumont
    Dupont Duran Dvorak Edwards Eklund Eriksen Eriksson Espinoza Evans Farouk Fernandes Fernandez Ferrari Ferreira
    Figueroa Fischer Fitzgerald Fleming Flores Fonseca Fournier Fraser Fuentes Fujimoto Gallagher Garcia Garnier
    Georgiou Gibson Gomes Gomez Gonzales Gonzalez Goldberg Graham Greenberg Griffiths Gruber Guerrero Gupta
    Gustafsson Gutierrez Guzman Haddad Hansen Hanssen Hargreaves Harris Harrison Hashimoto Hassan Haugen Hayashi
    Henderson Hernandez Herrera Hoang Hoffman Hoffmann Hofmann Holmberg Horvat Horvath Hossain Huang Hughes Hussain
    Ibarra Ibrahim Ionescu Ivanov Ivanova Iyer Jackson Jacobs Jansen Janssen Jensen Jimenez Johansen Johansson
    Johnson Jones Jovanovic Juarez Kamau Kaminski Kapoor Karlsson Kaufmann Kaur Keller Kelly Kennedy Khan Khoury
    Kimura Kobayashi Koch Kovac Kovacs Kowalczyk Kowalski Kozlov Krause Kruger Kulkarni Kumar Kuznetsov Lambert
    Larsen Larsson Laurent Lefebvre Lehmann Lehtonen Leroy Lewandowski Lewis Lindberg Lindqvist Liu Lombardi Lopes
    Lopez Lozano Ludwig Lund Mackenzie Maldonado Mansour Marchetti Marino Marquez Martinez Mazur McCarthy McDonald
    McKenzie Medina Mehta Mejia Melnyk Mendes Mendez Mendoza Mensah Meyer Mikkelsen Miller Mitchell Mohamed Molina
    Morales Moreau Moreno Moretti Mori Morris Morrison Moyo Mukherjee Muller Munoz Murphy Murray Mwangi Nair
    Nakamura Navarro Ndlovu Nelson Neumann Nguyen Nielsen Nilsson Nkosi Novak Novotny Nowak Nunez Nygaard Obi
    Ochieng O'Brien O'Connor O'Neill Okafor Okeke Okonkwo Oliveira Olsen Olsson Ortega Ortiz Osei Otieno Owusu
    Ozturk Papadakis Papadopoulos Park Parker Patel Pavlov Pedersen Pereira Perez Petersen Peterson Petrov Petrovic
    Pham Phillips Popescu Popov Quispe Qureshi Rahman Ramirez Ramos Rasmussen Reddy Reyes Ribeiro Ricci Richardson
    Richter Rinaldi Rivera Roberts Robertson Robinson Rodrigues Rodriguez Rojas Romano Romero Rossi Rousseau Ruiz
    Russo Ryan Saito Salazar Salleh Sanchez Sanders Sandoval Santos Santoso Sato Schmidt Schmitt Schneider Schroeder
    Schulz Schwarz Scott Sharma Shevchenko Silva Simmons Simpson Sinclair Singh Smirnov Smith Soares Sokolov
    Sorensen Soto Sousa Steiner Stewart Sullivan Sutherland Suzuki Svensson Szabo Takahashi Tanaka Tavares Tembo
    Thompson Thomson Thornton Torres Toth Tran Turner Vargas Vasquez Vega Velasquez Vermeulen Villanueva Virtanen
    Visser Vogel Volkov Wagner Walsh Watanabe Watson Weber Whitaker Wijaya Wilkinson Williams Williamson Wilson
    Wojcik Wong Wright Wu Yamada Yamamoto Yilmaz Yoshida Zamora Zhang Zhao Zhou Zimmermann
""")
TITLES = (
    "Mr", "Mrs", "Ms", "Miss", "Mx", "Dr", "Prof", "Professor", "Doctor", "Señor", "Señora", "Sir", "Madam", "Herr",
    "Frau", "Monsieur", "Madame",
)  # fmt: skip
METHODS = frozenset(
    words("""
    adams bayes bernoulli bessel bonferroni box breusch brown bunn burt carlo cauchy chebyshev cholesky cochran
    cohen cook cox cramer cramér cronbach dickey dirichlet duncan dunn dunnett durbin euler fisher fleiss forsythe
    fourier friedman fuller gantt gauss gini godfrey granger hamming hausdorff hodges holm hosmer hotelling huber
    jaccard jarque jenks kaplan kendall kohonen kolmogorov kruskal lagrange laplace lasso lehmann lemeshow levene
    lilliefors lloyd lorenz louvain mahalanobis manhattan mann mantel markov matthews mcnemar meier mercator
    minkowski monte nash newton otsu pareto pearson phillips poisson raphson rand ridge sankey scheffe sharpe
    shapiro shapley sidak silverman simpson smirnov sokal spearman stirling student sturges theil tukey venn voronoi
    wald wallis ward watson weibull welch whitney wilcoxon wilk wilks youden yule
""")
)
"""Names that stand for a method or a measure; they are never swapped outside a person's full name."""
